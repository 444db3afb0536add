/* Prints the tree of each file that is named, a line each, by the native library of tree-sitter and the grammar LANGUAGE. */
#include <stdio.h>
#include <stdlib.h>
#include <tree_sitter/api.h>

const TSLanguage *LANGUAGE(void);

int main(int count, char **paths) {
  TSParser *parser = ts_parser_new();
  if (!ts_parser_set_language(parser, LANGUAGE())) return 2;
  for (int at = 1; at < count; at++) {
    FILE *file = fopen(paths[at], "rb");
    if (file == NULL) return 1;
    fseek(file, 0, SEEK_END);
    long length = ftell(file);
    rewind(file);
    char *bytes = malloc(length + 1);
    if (fread(bytes, 1, length, file) != (size_t)length) return 1;
    fclose(file);
    TSTree *tree = ts_parser_parse_string(parser, NULL, bytes, length);
    char *text = ts_node_string(ts_tree_root_node(tree));
    puts(text);
    free(text);
    ts_tree_delete(tree);
    free(bytes);
  }
  return 0;
}
