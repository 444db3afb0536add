export interface Exchange {
  readonly id: number;
  readonly shows: string;
  readonly name: string;
  readonly arguments: object;
  /** The text of the answer, byte for byte. */
  readonly text: string;
}

/**
 * The calls of the API reference and what they answer on the files that it names. Names, lines,
 * counts and texts are the reference's. Its columns count now from 0, now from 1, and for `A::f`
 * from the `A`; these are the true ones: 1-indexed, of the first character of the name. Where it
 * prints fewer results than `total_files` says, all are here. Of the folders of 9 and 12 its patterns leave out two files each,
 * which the answers count.
 */
export const referenceExchanges: readonly Exchange[] = [
  {
    id: 2,
    shows: "a C++ file is parsed",
    name: "parse_file",
    arguments: { filepath: "src/core/TreeSitterParser.cpp" },
    text: '{"class_count":1,"function_count":5,"include_count":3,"has_errors":false,"language":"cpp","success":true}',
  },
  {
    id: 3,
    shows: "a Python file is parsed",
    name: "parse_file",
    arguments: { filepath: "tests/fixtures/simple_class.py" },
    text: '{"class_count":2,"function_count":7,"include_count":1,"has_errors":false,"language":"python","success":true}',
  },
  {
    id: 4,
    shows: "several files are parsed",
    name: "parse_file",
    arguments: { filepath: ["src/main.cpp", "tests/fixtures/simple_class.py"] },
    text: '{"total_files":2,"processed_files":2,"failed_files":0,"results":[{"filepath":"src/main.cpp","class_count":0,"function_count":1,"include_count":4,"has_errors":false,"language":"cpp","success":true},{"filepath":"tests/fixtures/simple_class.py","class_count":2,"function_count":7,"include_count":1,"has_errors":false,"language":"python","success":true}]}',
  },
  {
    id: 5,
    shows: "a directory is parsed",
    name: "parse_file",
    arguments: { filepath: "src/core/", recursive: true, file_patterns: ["*.cpp", "*.hpp"] },
    text: '{"total_files":8,"processed_files":8,"failed_files":0,"results":[{"filepath":"src/core/ASTAnalyzer.cpp","class_count":0,"function_count":6,"include_count":2,"has_errors":false,"language":"cpp","success":true},{"filepath":"src/core/ASTAnalyzer.hpp","class_count":1,"function_count":0,"include_count":4,"has_errors":false,"language":"cpp","success":true},{"filepath":"src/core/ParsedSource.cpp","class_count":0,"function_count":1,"include_count":1,"has_errors":false,"language":"cpp","success":true},{"filepath":"src/core/ParsedSource.hpp","class_count":2,"function_count":1,"include_count":3,"has_errors":false,"language":"cpp","success":true},{"filepath":"src/core/QueryEngine.cpp","class_count":0,"function_count":1,"include_count":2,"has_errors":false,"language":"cpp","success":true},{"filepath":"src/core/QueryEngine.hpp","class_count":2,"function_count":1,"include_count":3,"has_errors":false,"language":"cpp","success":true},{"filepath":"src/core/TreeSitterParser.cpp","class_count":1,"function_count":5,"include_count":3,"has_errors":false,"language":"cpp","success":true},{"filepath":"src/core/TreeSitterParser.hpp","class_count":1,"function_count":2,"include_count":6,"has_errors":false,"language":"cpp","success":true}]}',
  },
  {
    id: 6,
    shows: "classes of a C++ file",
    name: "find_classes",
    arguments: { filepath: "tests/fixtures/template_class.cpp" },
    text: '{"classes":[{"name":"Container","line":4,"column":7},{"name":"Stack","line":12,"column":7}],"success":true}',
  },
  {
    id: 7,
    shows: "classes of a Python file",
    name: "find_classes",
    arguments: { filepath: "tests/fixtures/simple_class.py" },
    text: '{"classes":[{"name":"Calculator","line":4,"column":7},{"name":"ScientificCalculator","line":22,"column":7}],"success":true}',
  },
  {
    id: 8,
    shows: "classes of several files",
    name: "find_classes",
    arguments: { filepath: ["src/core/TreeSitterParser.hpp", "tests/fixtures/simple_class.py"] },
    text: '{"total_files":2,"results":[{"filepath":"src/core/TreeSitterParser.hpp","classes":[{"name":"TreeSitterParser","line":10,"column":7}],"success":true},{"filepath":"tests/fixtures/simple_class.py","classes":[{"name":"Calculator","line":4,"column":7},{"name":"ScientificCalculator","line":22,"column":7}],"success":true}]}',
  },
  {
    id: 9,
    shows: "classes of a directory's Python files, not of its folders",
    name: "find_classes",
    arguments: { filepath: "tests/fixtures/", recursive: false, file_patterns: ["*.py"] },
    text: '{"total_files":4,"not_searched":{"cpp":2},"results":[{"filepath":"tests/fixtures/async_example.py","classes":[{"name":"AsyncDataFetcher","line":26,"column":7}],"success":true},{"filepath":"tests/fixtures/simple_class.py","classes":[{"name":"Calculator","line":4,"column":7},{"name":"ScientificCalculator","line":22,"column":7}],"success":true},{"filepath":"tests/fixtures/with_decorators.py","classes":[{"name":"MyClass","line":30,"column":7}],"success":true},{"filepath":"tests/fixtures/with_imports.py","classes":[],"success":true}]}',
  },
  {
    id: 10,
    shows: "functions of a C++ file",
    name: "find_functions",
    arguments: { filepath: "src/core/TreeSitterParser.cpp" },
    text: '{"functions":[{"name":"TreeSitterParser","line":8,"column":19},{"name":"~TreeSitterParser","line":21,"column":19},{"name":"parse_string","line":27,"column":32},{"name":"parse_file","line":37,"column":32},{"name":"node_text","line":54,"column":36}],"success":true}',
  },
  {
    id: 11,
    shows: "functions of a Python file, async ones too",
    name: "find_functions",
    arguments: { filepath: "tests/fixtures/async_example.py" },
    text: '{"functions":[{"name":"fetch_data","line":7,"column":11},{"name":"process_item","line":13,"column":11},{"name":"batch_process","line":19,"column":11},{"name":"__init__","line":29,"column":9},{"name":"get","line":34,"column":15},{"name":"get_multiple","line":44,"column":15},{"name":"__aenter__","line":49,"column":15},{"name":"__aexit__","line":53,"column":15},{"name":"main","line":58,"column":11}],"success":true}',
  },
  {
    id: 12,
    shows: "functions of a directory",
    name: "find_functions",
    arguments: { filepath: "src/mcp/", recursive: true, file_patterns: ["*.cpp"] },
    text: '{"total_files":3,"not_searched":{"cpp":2},"results":[{"filepath":"src/mcp/MCPServer.cpp","functions":[{"name":"MCPServer","line":10,"column":12},{"name":"register_tool","line":18,"column":17},{"name":"handle_request","line":25,"column":17}],"success":true},{"filepath":"src/mcp/StdioTransport.cpp","functions":[{"name":"next","line":6,"column":10},{"name":"serve_stdio","line":11,"column":6}],"success":true},{"filepath":"src/mcp/ToolRegistry.cpp","functions":[{"name":"add","line":4,"column":20},{"name":"list","line":9,"column":30},{"name":"call","line":17,"column":30}],"success":true}]}',
  },
  {
    id: 13,
    shows: "a query for virtual functions, in the words of an older grammar",
    name: "execute_query",
    arguments: {
      filepath: "tests/fixtures/virtual_functions.cpp",
      query:
        "(function_definition (virtual_function_specifier) declarator: (function_declarator declarator: (field_identifier) @virtual_func))",
    },
    text: '{"matches":[{"capture_name":"virtual_func","text":"draw","line":5,"column":17},{"capture_name":"virtual_func","text":"area","line":6,"column":18}],"success":true}',
  },
  {
    id: 14,
    shows: "a query for template classes",
    name: "execute_query",
    arguments: {
      filepath: "tests/fixtures/template_class.cpp",
      query: "(template_declaration (class_specifier name: (type_identifier) @template_class))",
    },
    text: '{"matches":[{"capture_name":"template_class","text":"Container","line":4,"column":7},{"capture_name":"template_class","text":"Stack","line":12,"column":7}],"success":true}',
  },
  {
    id: 15,
    shows: "a query for includes",
    name: "execute_query",
    arguments: {
      filepath: "src/core/TreeSitterParser.cpp",
      query: "(preproc_include path: (_) @include_path)",
    },
    text: '{"matches":[{"capture_name":"include_path","text":"\\"core/TreeSitterParser.hpp\\"","line":1,"column":10},{"capture_name":"include_path","text":"<spdlog/spdlog.h>","line":2,"column":10},{"capture_name":"include_path","text":"<fstream>","line":3,"column":10}],"success":true}',
  },
  {
    id: 16,
    shows: "a query for decorators",
    name: "execute_query",
    arguments: { filepath: "tests/fixtures/with_decorators.py", query: "(decorator) @decorator" },
    text: '{"matches":[{"capture_name":"decorator","text":"@timer","line":4,"column":1},{"capture_name":"decorator","text":"@wraps(func)","line":7,"column":5},{"capture_name":"decorator","text":"@retry(max_attempts=3)","line":13,"column":1},{"capture_name":"decorator","text":"@staticmethod","line":33,"column":5},{"capture_name":"decorator","text":"@classmethod","line":38,"column":5},{"capture_name":"decorator","text":"@property","line":44,"column":5}],"success":true}',
  },
  {
    id: 17,
    shows: "a query for async functions, two captures a match",
    name: "execute_query",
    arguments: {
      filepath: "tests/fixtures/async_example.py",
      query: '(function_definition "async" @async_keyword name: (identifier) @async_func_name)',
    },
    text: '{"matches":[{"capture_name":"async_keyword","text":"async","line":7,"column":1},{"capture_name":"async_func_name","text":"fetch_data","line":7,"column":11},{"capture_name":"async_keyword","text":"async","line":13,"column":1},{"capture_name":"async_func_name","text":"process_item","line":13,"column":11},{"capture_name":"async_keyword","text":"async","line":19,"column":1},{"capture_name":"async_func_name","text":"batch_process","line":19,"column":11},{"capture_name":"async_keyword","text":"async","line":34,"column":5},{"capture_name":"async_func_name","text":"get","line":34,"column":15},{"capture_name":"async_keyword","text":"async","line":44,"column":5},{"capture_name":"async_func_name","text":"get_multiple","line":44,"column":15},{"capture_name":"async_keyword","text":"async","line":49,"column":5},{"capture_name":"async_func_name","text":"__aenter__","line":49,"column":15},{"capture_name":"async_keyword","text":"async","line":53,"column":5},{"capture_name":"async_func_name","text":"__aexit__","line":53,"column":15},{"capture_name":"async_keyword","text":"async","line":58,"column":1},{"capture_name":"async_func_name","text":"main","line":58,"column":11}],"success":true}',
  },
  {
    id: 18,
    shows: "a query with alternatives",
    name: "execute_query",
    arguments: {
      filepath: "tests/fixtures/with_imports.py",
      query: "[(import_statement) @import (import_from_statement) @import_from]",
    },
    text: '{"matches":[{"capture_name":"import","text":"import os","line":3,"column":1},{"capture_name":"import","text":"import sys","line":4,"column":1},{"capture_name":"import_from","text":"from pathlib import Path","line":5,"column":1},{"capture_name":"import_from","text":"from typing import List, Dict, Optional, Union","line":6,"column":1},{"capture_name":"import_from","text":"from collections import defaultdict, Counter","line":7,"column":1},{"capture_name":"import","text":"import json as js","line":8,"column":1},{"capture_name":"import_from","text":"from datetime import datetime, timedelta","line":9,"column":1}],"success":true}',
  },
  {
    id: 19,
    shows: "a query over several files",
    name: "execute_query",
    arguments: {
      filepath: ["tests/fixtures/simple_class.py", "tests/fixtures/async_example.py"],
      query: "(class_definition name: (identifier) @class_name)",
    },
    text: '{"total_files":2,"results":[{"filepath":"tests/fixtures/simple_class.py","matches":[{"capture_name":"class_name","text":"Calculator","line":4,"column":7},{"capture_name":"class_name","text":"ScientificCalculator","line":22,"column":7}],"success":true},{"filepath":"tests/fixtures/async_example.py","matches":[{"capture_name":"class_name","text":"AsyncDataFetcher","line":26,"column":7}],"success":true}]}',
  },
];

/** The text that the reference's request of this number is answered with. */
export function expectedText(id: number): string | undefined {
  return referenceExchanges.find((exchange) => exchange.id === id)?.text;
}
