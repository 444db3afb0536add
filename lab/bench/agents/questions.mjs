// @ts-check
/**
 * What agents ask about code, with the truth and the best way of each side to find it out. The makers of codegrove wrote the questions:
 * they are for a regression test.
 *
 * To add a question, write down its truth from another source than the two sides, ask both with
 * `node lab/bench/agents/run.mjs --show ID`, and read both texts. Neither side may be asked worse than its expert would: the
 * command lines know the conventions of the code base, such as its layout, and not the answer.
 */

/**
 * @typedef {"members" | "source" | "callers" | "callees" | "subclasses" | "importers" | "type" | "attributes" |
 *   "overview" | "unused imports" | "overrides" | "change of signature"} Kind
 */
/** @typedef {readonly [tool: string, args: Readonly<Record<string, unknown>>]} Call */
/**
 * A fact is text that one line of the answer must have: a name, `path:line` of a row, or code. `A & B` asks for both in
 * the same line.
 * @typedef {object} Truth
 * @property {readonly string[]} [facts] what the answer must contain
 * @property {string} [source] code that it must contain: `path:from-to`
 * @property {readonly string[]} [without] what it must not contain
 * @property {number} [most] characters that it may have
 * @property {string} from where the truth comes from
 */
/**
 * @typedef {object} Question
 * @property {string} id
 * @property {Kind} kind
 * @property {keyof typeof codeBases} codeBase
 * @property {string} question
 * @property {Truth} truth
 * @property {readonly Call[]} codegrove
 * @property {readonly string[]} rg command lines for bash, in the folder of the code base
 * @property {Readonly<Record<string, readonly string[]>>} [peers] command lines of others that can answer, by name
 */

/** `corpus` is a name that lab/truths/corpora.mjs knows, `folder` is where both sides work, inside of it. */
export const codeBases = {
  leveldb: { corpus: "leveldb", folder: "tree" },
  rocksdb: { corpus: "rocksdb", folder: "tree" },
  django: { corpus: "django", folder: "usr/lib/python3/dist-packages" },
  pydantic: { corpus: "deb:python3-pydantic", folder: "usr/lib/python3/dist-packages" },
};

/** Prints each line that matches with the last function head above it; a head is not indented. */
const cppFunctionAround = (/** @type {string} */ pattern) =>
  `awk '/^[A-Za-z].*\\(/ { head = $0 } /^ .*${pattern}/ { print FILENAME ":" FNR ": " head }'`;

/** The same with a line of `class` or `struct`, which may be nested. */
const cppClassAround = (/** @type {string} */ pattern) =>
  `awk '/^ *(class|struct) [^;]*$/ { head = $0 } /${pattern}/ { print FILENAME ":" FNR ": " head }'`;

/** The same with a line of `def`. */
const pythonFunctionAround = (/** @type {string} */ pattern) =>
  `awk '/^ *(async )?def / { head = $0; next } /${pattern}/ { print FILENAME ":" FNR ": " head }'`;

/** The same with a line of `class`. */
const pythonClassAround = (/** @type {string} */ pattern) =>
  `awk '/^ *class / { head = $0 } /${pattern}/ { print FILENAME ":" FNR ": " head }'`;

/** The members of a class that universal-ctags sees, with prototypes. */
const membersByCtags = (/** @type {string} */ path, /** @type {string} */ name) =>
  `ctags -f - --kinds-C++=+p --fields=aksn --excmd=number ${path} | rg '\\bclass:\\S*\\b${name}\\b'`;

/** A class and its members in the outline of ast-grep, which sees no classes in namespaces of C++. */
const outline = (/** @type {string} */ path, /** @type {string} */ name) =>
  `ast-grep outline ${path} --match '^${name}$' --view expanded`;

/** Prints the imported names of a file of Python that it has no second time. */
const unusedImports = (/** @type {string} */ path) =>
  `awk '/^(from .* )?import / { sub(/.*import /, ""); on = /\\(/; print; next } on { print; on = !/\\)/ }' ${path} ` +
  `| rg -o '\\w+' | while read -r n; do [ $(rg -ow "$n" ${path} | wc -l) = 1 ] && echo "$n"; done`;

/** @type {readonly Question[]} */
export const questions = [
  // members
  {
    id: "leveldb-members",
    kind: "members",
    codeBase: "leveldb",
    question: "Which functions and fields does the class VersionSet have, public and private?",
    truth: {
      facts: (
        "VersionSet operator= LogAndApply Recover current ManifestFileNumber NewFileNumber ReuseFileNumber NumLevelFiles " +
        "NumLevelBytes LastSequence SetLastSequence MarkFileNumberUsed LogNumber PrevLogNumber PickCompaction " +
        "CompactRange MaxNextLevelOverlappingBytes MakeInputIterator NeedsCompaction AddLiveFiles " +
        "ApproximateOffsetOf LevelSummaryStorage LevelSummary ReuseManifest Finalize GetRange GetRange2 " +
        "SetupOtherInputs WriteSnapshot AppendVersion env_ dbname_ options_ table_cache_ icmp_ next_file_number_ " +
        "manifest_file_number_ last_sequence_ log_number_ prev_log_number_ descriptor_file_ descriptor_log_ " +
        "dummy_versions_ current_ compact_pointer_ ~VersionSet"
      ).split(" "),
      without: ["FileMetaData & allowed_seeks", "IsTrivialMove"],
      from: "clangd's document symbols, and by hand: the body of the class",
    },
    codegrove: [["list_symbols", { filepath: "db/version_set.h", name: "VersionSet::*", detail: "names" }]],
    rg: ["sed -n '/^class VersionSet {/,/^};/p' $(rg -l '^class VersionSet \\{' -g '*.h')"],
    peers: { ctags: [membersByCtags("db/version_set.h", "VersionSet")] },
  },
  {
    id: "rocksdb-members",
    kind: "members",
    codeBase: "rocksdb",
    question: "Which methods does the class FlushJob have, public and private?",
    truth: {
      facts: (
        "~FlushJob PickMemTable Run Cancel GetMemTables GetCommittedFlushJobsInfo ReportStartedFlush " +
        "ReportFlushInputSize RecordFlushIOStats WriteLevel0Table MemPurge MemPurgeDecider " +
        "GetRateLimiterPriorityForWrite GetFlushJobInfo"
      ).split(" "),
      from: "clangd's document symbols, and by hand: the body of the class in db/flush_job.h",
    },
    codegrove: [
      [
        "list_symbols",
        { filepath: "db/flush_job.h", name: "FlushJob::*", kinds: ["constructor", "method"], detail: "names" },
      ],
    ],
    rg: ["sed -n '/^class FlushJob {/,/^};/p' db/flush_job.h | rg -v '^ *//' | rg '\\(' -A1"],
    peers: { ctags: [membersByCtags("db/flush_job.h", "FlushJob")] },
  },
  {
    id: "django-members",
    kind: "members",
    codeBase: "django",
    question: "Which members does the class Paginator have?",
    truth: {
      facts: (
        "ELLIPSIS __init__ __iter__ validate_number get_page page _get_page count num_pages page_range " +
        "_check_object_list_is_ordered get_elided_page_range"
      ).split(" "),
      without: ["has_next", "paginator & Page"],
      from: "ast and pyright's document symbols: the body of the class; what methods set on self is not asked for",
    },
    codegrove: [["list_symbols", { filepath: "django/core/paginator.py", name: "Paginator.*", detail: "names" }]],
    rg: [
      "awk '/^class / { on = /^class Paginator[(:]/ } on && /^class |^    (async )?def |^    [A-Za-z_]+ =|^    @/ { print FNR \": \" $0 }' $(rg -l '^class Paginator\\b' -tpy)",
    ],
    peers: {
      ctags: [membersByCtags("django/core/paginator.py", "Paginator")],
      "ast-grep": [outline("django/core/paginator.py", "Paginator")],
    },
  },
  {
    id: "pydantic-members",
    kind: "members",
    codeBase: "pydantic",
    question: "Which methods does the class ModelField have?",
    truth: {
      facts: (
        "__init__ get_default _get_field_info infer set_config alt_alias prepare _set_default_and_type _type_analysis " +
        "prepare_discriminated_union_sub_fields _create_sub_type populate_validators validate _validate_sequence_like " +
        "_validate_iterable _validate_tuple _validate_mapping_like _get_mapping_value _validate_singleton " +
        "_validate_discriminated_union _apply_validators is_complex _type_display __repr_args__"
      ).split(" "),
      without: ["update_from_config"],
      from: "ast and pyright's document symbols: the body of the class in pydantic/fields.py",
    },
    codegrove: [
      [
        "list_symbols",
        {
          filepath: "pydantic/fields.py",
          name: "ModelField.*",
          kinds: ["constructor", "method", "property"],
          detail: "names",
        },
      ],
    ],
    rg: [
      "awk '/^class / { on = /^class ModelField[(:]/ } on && /^    (async )?def / { print FNR \": \" $0 }' $(rg -l '^class ModelField\\b' -tpy)",
    ],
    peers: {
      ctags: [membersByCtags("pydantic/fields.py", "ModelField")],
      "ast-grep": [outline("pydantic/fields.py", "ModelField")],
    },
  },

  // source
  {
    id: "leveldb-source",
    kind: "source",
    codeBase: "leveldb",
    question: "Show the code of DBImpl::MakeRoomForWrite, and where it is.",
    truth: {
      facts: ["db/db_impl.cc:1325"],
      source: "db/db_impl.cc:1325-1385",
      from: "clangd's range of the symbol, and by hand: the function ends at the first closing brace in column 1",
    },
    codegrove: [["find_definition", { symbol: "DBImpl::MakeRoomForWrite", detail: "full" }]],
    rg: [
      "f=$(rg -l '^\\S.*DBImpl::MakeRoomForWrite\\(' -g '*.cc'); rg -nH '^\\S.*DBImpl::MakeRoomForWrite\\(' $f; sed -n '/^[^ ].*DBImpl::MakeRoomForWrite(/,/^}/p' $f",
    ],
  },
  {
    id: "rocksdb-source",
    kind: "source",
    codeBase: "rocksdb",
    question: "Show the code of VersionStorageInfo::ComputeCompensatedSizes, and where it is.",
    truth: {
      facts: ["db/version_set.cc:3039"],
      source: "db/version_set.cc:3039-3068",
      from: "clangd's range of the symbol, and by hand: the function ends at the first closing brace in column 1",
    },
    codegrove: [["find_definition", { symbol: "VersionStorageInfo::ComputeCompensatedSizes", detail: "full" }]],
    rg: [
      "f=$(rg -l '^\\S.*::ComputeCompensatedSizes\\(' -g '*.cc'); rg -nH '^\\S.*::ComputeCompensatedSizes\\(' $f; sed -n '/^[^ ].*::ComputeCompensatedSizes(/,/^}/p' $f",
    ],
  },
  {
    id: "django-source",
    kind: "source",
    codeBase: "django",
    question: "Show the code of QuerySet._batched_insert, and where it is.",
    truth: {
      facts: ["django/db/models/query.py:1274"],
      source: "django/db/models/query.py:1274-1294",
      from: "ast and pyright's range of the symbol: the node of the function",
    },
    codegrove: [["find_definition", { symbol: "QuerySet._batched_insert", detail: "full" }]],
    rg: [
      "f=$(rg -l 'def _batched_insert\\(' -tpy); rg -nH 'def _batched_insert\\(' $f; awk '/^    def _batched_insert\\(/ { on = 1; print; next } on && /^ ? ? ? ?[^ ]/ { exit } on' $f",
    ],
  },
  {
    id: "pydantic-source",
    kind: "source",
    codeBase: "pydantic",
    question: "Show the code of ModelField._type_analysis, and where it is.",
    truth: {
      facts: ["pydantic/fields.py:583"],
      source: "pydantic/fields.py:583-758",
      from: "ast and pyright's range of the symbol: the node of the function",
    },
    codegrove: [["find_definition", { symbol: "ModelField._type_analysis", detail: "full" }]],
    rg: [
      "f=$(rg -l 'def _type_analysis\\(' -tpy); rg -nH 'def _type_analysis\\(' $f; awk '/^    def _type_analysis\\(/ { on = 1; print; next } on && /^ ? ? ? ?[^ ]/ { exit } on' $f",
    ],
  },

  // callers
  {
    id: "leveldb-callers",
    kind: "callers",
    codeBase: "leveldb",
    question: "Which functions call DBImpl::MaybeScheduleCompaction, and at which lines?",
    truth: {
      facts: [
        "db/db_impl.cc:627 & TEST_CompactRange",
        "db/db_impl.cc:698 & BackgroundCall",
        "db/db_impl.cc:1154 & Get",
        "db/db_impl.cc:1177 & RecordReadSample",
        "db/db_impl.cc:1381 & MakeRoomForWrite",
        "db/db_impl.cc:1514 & Open",
      ],
      without: ["db/db_impl.cc:662 & MaybeScheduleCompaction", "db/db_impl.h:145"],
      from: "clangd's incoming calls, and by hand: one function has this name, and these lines of `rg -w` are its calls",
    },
    codegrove: [
      ["find_references", { symbol: "DBImpl::MaybeScheduleCompaction", reference_types: ["call"], group_by: "type" }],
    ],
    rg: [`${cppFunctionAround("MaybeScheduleCompaction\\(")} $(rg -l 'MaybeScheduleCompaction\\(' -g '*.cc')`],
  },
  {
    id: "rocksdb-callers",
    kind: "callers",
    codeBase: "rocksdb",
    question: "Which functions call DBImpl::MaybeScheduleFlushOrCompaction, and at which lines?",
    truth: {
      facts: [
        "db/db_impl/db_impl.cc:475 & ResumeImpl",
        "db/db_impl/db_impl.cc:1315 & SetDBOptions",
        "db/db_impl/db_impl.cc:3692 & ReleaseSnapshot",
        "db/db_impl/db_impl_compaction_flush.cc:1220 & CompactRangeInternal",
        "db/db_impl/db_impl_compaction_flush.cc:1511 & CompactFilesImpl",
        "db/db_impl/db_impl_compaction_flush.cc:1541 & ContinueBackgroundWork",
        "db/db_impl/db_impl_compaction_flush.cc:1997 & RunManualCompaction",
        "db/db_impl/db_impl_compaction_flush.cc:2128 & FlushMemTable",
        "db/db_impl/db_impl_compaction_flush.cc:2245 & AtomicFlushMemTables",
        "db/db_impl/db_impl_compaction_flush.cc:2933 & BackgroundCallFlush",
        "db/db_impl/db_impl_compaction_flush.cc:3041 & BackgroundCallCompaction",
        "db/db_impl/db_impl_compaction_flush.cc:3265 & BackgroundCompaction",
        "db/db_impl/db_impl_compaction_flush.cc:3784 & InstallSuperVersionAndScheduleWork",
        "db/db_impl/db_impl_experimental.cc:52 & SuggestCompactRange",
        "db/db_impl/db_impl_open.cc:1974 & Open",
        "db/db_impl/db_impl_write.cc:1647 & SwitchWAL",
        "db/db_impl/db_impl_write.cc:1738 & HandleWriteBufferManagerFlush",
        "db/db_impl/db_impl_write.cc:2001 & ScheduleFlushes",
      ],
      without: ["db/db_impl/db_impl_compaction_flush.cc:2502", "db/db_impl/db_impl_compaction_flush.cc:1867"],
      from: "clangd's incoming calls, and by hand: these lines of `rg -w` are calls, others are comments and strings",
    },
    codegrove: [
      [
        "find_references",
        { symbol: "DBImpl::MaybeScheduleFlushOrCompaction", reference_types: ["call"], group_by: "type" },
      ],
    ],
    rg: [
      `${cppFunctionAround("MaybeScheduleFlushOrCompaction\\(")} $(rg -l 'MaybeScheduleFlushOrCompaction\\(' -g '*.cc')`,
    ],
  },
  {
    id: "django-callers",
    kind: "callers",
    codeBase: "django",
    question: "Which functions call django.utils.crypto.get_random_string, and at which lines?",
    truth: {
      facts: [
        "django/core/files/storage.py:85 & get_alternative_name",
        "django/core/management/utils.py:82 & get_random_secret_key",
        "django/db/backends/oracle/creation.py:344 & _test_database_passwd",
        "django/middleware/csrf.py:42 & _get_new_csrf_string",
        "django/contrib/sessions/backends/base.py:195 & _get_new_session_key",
        "django/contrib/auth/hashers.py:52 & check_password",
        "django/contrib/auth/hashers.py:81 & make_password",
        "django/contrib/auth/hashers.py:212 & salt",
        "django/contrib/auth/hashers.py:701 & salt",
        "django/contrib/auth/base_user.py:42 & make_random_password",
      ],
      from: "pyright's incoming calls, and by hand: one function has this name, and these lines of `rg -w` are its calls",
    },
    codegrove: [
      [
        "find_references",
        { symbol: "django.utils.crypto.get_random_string", reference_types: ["call"], group_by: "type" },
      ],
    ],
    rg: [`${pythonFunctionAround("get_random_string\\(")} $(rg -l 'get_random_string\\(' -tpy)`],
  },
  {
    id: "pydantic-callers",
    kind: "callers",
    codeBase: "pydantic",
    question: "Which functions call ModelField.populate_validators, and at which lines?",
    truth: {
      facts: ["pydantic/fields.py:557 & prepare", "pydantic/main.py:169 & __new__"],
      from: "pyright's incoming calls, and by hand: one function has this name, and these lines of `rg -w` are its calls",
    },
    codegrove: [
      ["find_references", { symbol: "ModelField.populate_validators", reference_types: ["call"], group_by: "type" }],
    ],
    rg: [`${pythonFunctionAround("populate_validators\\(")} $(rg -l 'populate_validators\\(' -tpy)`],
  },

  // callees
  {
    id: "leveldb-callees",
    kind: "callees",
    codeBase: "leveldb",
    question: "Which functions of the code base does DBImpl::CompactMemTable call?",
    truth: {
      facts: (
        "AssertHeld current Ref WriteLevel0Table Unref ok IOError SetPrevLogNumber SetLogNumber LogAndApply " +
        "RemoveObsoleteFiles RecordBackgroundError"
      ).split(" "),
      without: ["CompactRange"],
      from: "clangd's definitions of the names that are called in db/db_impl.cc:549-580, except std::atomic and assert",
    },
    codegrove: [
      [
        "get_dependency_graph",
        { symbol: "DBImpl::CompactMemTable", direction: "callees", max_depth: 1, detail: "names" },
      ],
    ],
    rg: ["sed -n '/^[^ ].*DBImpl::CompactMemTable(/,/^}/p' $(rg -l '^\\S.*DBImpl::CompactMemTable\\(' -g '*.cc')"],
  },
  {
    id: "pydantic-callees",
    kind: "callees",
    codeBase: "pydantic",
    question: "Which functions and classes of the code base does validate_model call, and where are they defined?",
    truth: {
      facts: [
        "pydantic/error_wrappers.py:28 & ErrorWrapper",
        "pydantic/error_wrappers.py:50 & ValidationError",
        "pydantic/errors.py:145 & MissingError",
        "pydantic/errors.py:149 & ExtraError",
        "pydantic/fields.py:438 & get_default",
        "pydantic/fields.py:852 & validate",
        "pydantic/utils.py:443 & extra_keys",
      ],
      from: "pyright's outgoing calls except a property that is only read, and by hand: pydantic/main.py:1033-1110",
    },
    codegrove: [
      ["get_dependency_graph", { symbol: "validate_model", direction: "callees", max_depth: 1, detail: "names" }],
    ],
    rg: [
      "awk '/^def validate_model\\(/ { on = 1 } on && /^[^ d)]/ { exit } on' pydantic/main.py | rg -o '\\w+\\(' | sort -u | tr -d '(' | sed 's/.*/(class|def) &\\\\b/' | rg -n -tpy -f - pydantic",
    ],
  },

  // subclasses
  {
    id: "leveldb-subclasses",
    kind: "subclasses",
    codeBase: "leveldb",
    question: "Which classes derive from leveldb::Iterator, and where are they?",
    truth: {
      facts: [
        "db/db_iter.cc:39 & DBIter",
        "db/db_test.cc:2111 & ModelIter",
        "db/memtable.cc:46 & MemTableIterator",
        "db/version_set.cc:163 & LevelFileNumIterator",
        "table/block.cc:77 & Iter",
        "table/iterator.cc:43 & EmptyIterator",
        "table/merger.cc:14 & MergingIterator",
        "table/table_test.cc:259 & KeyConvertingIterator",
        "table/two_level_iterator.cc:18 & TwoLevelIterator",
      ],
      from: "clangd's type hierarchy, and by hand: all heads of classes of the code base, by `rg`",
    },
    codegrove: [["get_class_hierarchy", { symbol: "leveldb::Iterator", direction: "down", detail: "names" }]],
    rg: ["rg -n '\\b(class|struct) .*:.*\\bIterator\\b.*\\{'"],
  },
  {
    id: "rocksdb-subclasses",
    kind: "subclasses",
    codeBase: "rocksdb",
    question: "Which classes derive from MergeOperator, directly or not, and where are they?",
    truth: {
      facts: [
        "include/rocksdb/merge_operator.h:233 & AssociativeMergeOperator",
        "db/db_test_util.h:876 & TestPutOperator",
        "db/db_merge_operator_test.cc:282 & MergeOperatorHook",
        "db/db_range_del_test.cc:1228 & MockMergeOperator",
        "db/c.cc:349 & rocksdb_mergeoperator_t",
        "db/merge_test.cc:37 & CountMergeOperator",
        "db/compaction/compaction_iterator_test.cc:22 & NoMergingMergeOp",
        "db/compaction/compaction_iterator_test.cc:646 & SingleMergeOp",
        "db/db_test.cc:5942 & DelayedMergeOperator",
        "db/db_compaction_test.cc:5876 & NoopMergeOperator",
        "test_util/testutil.h:698 & ChanglingMergeOperator",
        "utilities/cassandra/merge_operator.h:17 & CassandraValueMergeOperator",
        "utilities/merge_operators/bytesxor.h:21 & BytesXOROperator",
        "utilities/merge_operators/sortlist.h:17 & SortList",
        "utilities/merge_operators/string_append/stringappend.h:13 & StringAppendOperator",
        "utilities/merge_operators/string_append/stringappend2.h:23 & StringAppendTESTOperator",
        "utilities/merge_operators/max.cc:20 & MaxOperator",
        "utilities/merge_operators/put.cc:25 & PutOperator",
        "utilities/merge_operators/put.cc:59 & PutOperatorV2",
        "utilities/merge_operators/uint64add.cc:24 & UInt64AddOperator",
        "utilities/write_batch_with_index/write_batch_with_index_test.cc:2232 & FailingMergeOperator",
        "utilities/ttl/db_ttl_impl.h:211 & TtlMergeOperator",
        "utilities/agg_merge/agg_merge.h:18 & AggMergeOperator",
        "utilities/options/options_util_test.cc:194 & DummyMergeOperator",
        "db/db_merge_operator_test.cc:64 & LimitedStringAppendMergeOp",
        "db/db_merge_operand_test.cc:23 & LimitedStringAppendMergeOp",
        "examples/compaction_filter_example.cc:11 & MyMerge",
      ],
      from: "clangd's type hierarchy, and by hand: heads by `rg -U`, until no further class is found",
    },
    codegrove: [["get_class_hierarchy", { symbol: "MergeOperator", direction: "down", detail: "names" }]],
    rg: [
      "rg -n '\\b(class|struct) .*:.*\\b(Associative)?MergeOperator\\b.*\\{'",
      "rg -n '\\b(class|struct) .*:.*\\b(TestPutOperator|MergeOperatorHook|SortList|StringAppend\\w*|BytesXOROperator|MaxOperator|PutOperator|UInt64AddOperator|AggMergeOperator|\\w+MergeOperator)\\b.*\\{' | rg -v 'public (Associative)?MergeOperator'",
    ],
  },
  {
    id: "django-subclasses",
    kind: "subclasses",
    codeBase: "django",
    question: "Which classes derive from BaseCache, directly or not, and where are they?",
    truth: {
      facts: [
        "django/core/cache/backends/db.py:30 & BaseDatabaseCache",
        "django/core/cache/backends/db.py:40 & DatabaseCache",
        "django/core/cache/backends/dummy.py:6 & DummyCache",
        "django/core/cache/backends/filebased.py:16 & FileBasedCache",
        "django/core/cache/backends/locmem.py:16 & LocMemCache",
        "django/core/cache/backends/memcached.py:15 & BaseMemcachedCache",
        "django/core/cache/backends/memcached.py:166 & MemcachedCache",
        "django/core/cache/backends/memcached.py:205 & PyLibMCCache",
        "django/core/cache/backends/memcached.py:231 & PyMemcacheCache",
      ],
      from: "ast and pyright's references of the bases in heads of classes, until no further one is found",
    },
    codegrove: [["get_class_hierarchy", { symbol: "BaseCache", direction: "down", detail: "names" }]],
    rg: [
      "rg -n '^ *class \\w+\\(.*\\bBaseCache\\b' -tpy",
      "rg -n '^ *class \\w+\\(.*\\b(BaseDatabaseCache|DummyCache|FileBasedCache|LocMemCache|BaseMemcachedCache)\\b' -tpy",
    ],
  },
  {
    id: "pydantic-subclasses",
    kind: "subclasses",
    codeBase: "pydantic",
    question: "Which classes derive from PydanticTypeError?",
    truth: {
      facts: (
        "NoneIsNotAllowedError NoneIsAllowedError NotNoneError BoolError BytesError DictError EnumMemberError " +
        "IntegerError FloatError PathError PyObjectError SequenceError IterableError ListError SetError FrozenSetError " +
        "DequeError TupleError StrError DecimalError HashableError UUIDError ArbitraryTypeError ClassError " +
        "SubclassError JsonTypeError DataclassTypeError CallableError EnumError IntEnumError"
      ).split(" "),
      without: ["MissingError", "UrlError"],
      from: "ast and pyright's references of the base in heads of classes",
    },
    codegrove: [["get_class_hierarchy", { symbol: "PydanticTypeError", direction: "down", detail: "names" }]],
    rg: ["rg -n '^ *class \\w+\\(.*\\bPydanticTypeError\\b' -tpy"],
  },

  // includers and importers
  {
    id: "leveldb-includers",
    kind: "importers",
    codeBase: "leveldb",
    question: "Which files include util/coding.h?",
    truth: {
      facts: (
        "table/format.cc table/filter_block_test.cc table/block_builder.cc table/block.cc table/table_builder.cc " +
        "table/filter_block.cc table/table.cc db/dbformat.cc db/db_impl.cc db/version_edit.cc db/log_test.cc " +
        "db/log_writer.cc db/table_cache.cc db/write_batch.cc db/log_reader.cc db/memtable.cc db/version_set.cc " +
        "db/dbformat.h util/crc32c.cc util/hash.cc util/bloom_test.cc util/coding_test.cc util/cache_test.cc " +
        "util/coding.cc"
      ).split(" "),
      without: ["db/builder.cc", "util/arena.cc"],
      from: "clangd's links of #include lines, and by hand: all of these lines with this path",
    },
    codegrove: [
      ["get_dependency_graph", { filepath: "util/coding.h", direction: "importers", max_depth: 1, detail: "names" }],
    ],
    rg: ["rg -l '#include \"util/coding.h\"'"],
  },
  {
    id: "rocksdb-includers",
    kind: "importers",
    codeBase: "rocksdb",
    question: "Which files include table/merging_iterator.h, and at which line?",
    truth: {
      facts: [
        "table/merging_iterator.cc:10",
        "table/merger_test.cc:9",
        "db/memtable_list.cc:24",
        "db/import_column_family_job.cc:20",
        "db/external_sst_file_ingestion_job.cc:21",
        "db/db_impl/db_impl.cc:90",
        "db/db_impl/db_impl.h:64",
        "db/db_iter_test.cc:19",
        "db/flush_job.cc:41",
        "db/column_family.cc:39",
        "db/forward_iterator.cc:23",
        "db/compaction/compaction_job.cc:54",
        "db/memtable.cc:41",
        "db/version_set.cc:61",
      ],
      from: "clangd's links of #include lines, and by hand: all of these lines with this path",
    },
    codegrove: [
      [
        "get_dependency_graph",
        { filepath: "table/merging_iterator.h", direction: "importers", max_depth: 1, detail: "names" },
      ],
    ],
    rg: ["rg -n '#include.*merging_iterator\\.h'"],
  },
  {
    id: "django-importers",
    kind: "importers",
    codeBase: "django",
    question: "Which files import django.utils.crypto?",
    truth: {
      facts: (
        "django/core/signing.py django/core/files/storage.py django/core/management/utils.py " +
        "django/db/backends/oracle/creation.py django/contrib/messages/storage/cookie.py " +
        "django/contrib/sessions/backends/base.py django/contrib/auth/hashers.py django/contrib/auth/__init__.py " +
        "django/contrib/auth/base_user.py django/contrib/auth/tokens.py django/middleware/csrf.py"
      ).split(" "),
      without: ["django/utils/text.py"],
      from: "ast and pyright's definitions: the modules that import statements name",
    },
    codegrove: [
      [
        "get_dependency_graph",
        { filepath: "django/utils/crypto.py", direction: "importers", max_depth: 1, detail: "names" },
      ],
    ],
    rg: [
      "rg -n '(from|import) django\\.utils\\.crypto\\b|from django\\.utils import .*\\bcrypto\\b|from \\.+(utils)?\\.?crypto\\b' -tpy",
    ],
  },
  {
    id: "pydantic-importers",
    kind: "importers",
    codeBase: "pydantic",
    question: "Which files of pydantic import its module pydantic.typing?",
    truth: {
      facts: (
        "annotated_types class_validators color config dataclasses decorator env_settings error_wrappers errors fields " +
        "generics main networks schema tools types utils validators"
      )
        .split(" ")
        .map((name) => `pydantic/${name}.py`),
      without: ["pydantic/json.py", "pydantic/parse.py", "pydantic/version.py"],
      from: "ast and pyright's definitions: the modules that import statements name, in functions and below TYPE_CHECKING as well",
    },
    codegrove: [
      [
        "get_dependency_graph",
        { filepath: "pydantic/typing.py", direction: "importers", max_depth: 1, detail: "names" },
      ],
    ],
    rg: [
      "rg -l 'from \\.typing import|from pydantic\\.typing import|import pydantic\\.typing|from \\. import .*\\btyping\\b' -tpy",
    ],
  },

  // type of a variable
  {
    id: "rocksdb-type",
    kind: "type",
    codeBase: "rocksdb",
    question: "Which type has the variable result that db/column_family.cc declares with auto in line 1133?",
    truth: {
      facts: ["Compaction*"],
      from: "clangd's hover, and by hand: the declared result of CompactionPicker::PickCompaction",
    },
    codegrove: [["get_symbol_info", { filepath: "db/column_family.cc", line: 1133, symbol: "result" }]],
    rg: ["sed -n 1133,1136p db/column_family.cc; rg -n '\\bPickCompaction\\(' -B1 -g '*.h'"],
  },
  {
    id: "leveldb-type",
    kind: "type",
    codeBase: "leveldb",
    question: "Which type has the member versions_ of DBImpl?",
    truth: { facts: ["VersionSet* const"], from: "clangd's hover, and by hand: its declaration" },
    codegrove: [["get_symbol_info", { symbol: "DBImpl::versions_" }]],
    rg: ["rg -nw 'versions_;|versions_ GUARDED_BY.*' $(rg -l '^class DBImpl\\b' -g '*.h')"],
  },
  {
    id: "pydantic-type",
    kind: "type",
    codeBase: "pydantic",
    question: "Which type has the variable dotenv_vars in line 176 of pydantic/env_settings.py?",
    truth: {
      facts: ["Dict[str, Optional[str]]"],
      from: "pyright's hover, and by hand: the declared result of the method that is called, in line 212",
    },
    codegrove: [["get_symbol_info", { filepath: "pydantic/env_settings.py", line: 176, symbol: "dotenv_vars" }]],
    rg: ["sed -n 176p pydantic/env_settings.py; rg -n 'def _read_env_files\\b' -tpy"],
  },

  // attributes
  {
    id: "django-attributes",
    kind: "attributes",
    codeBase: "django",
    question: "Which attributes do the methods of the SMTP EmailBackend set on self?",
    truth: {
      facts: "host port username password use_tls use_ssl timeout ssl_keyfile ssl_certfile connection _lock".split(" "),
      from: "ast and pyright's document symbols: the targets that are attributes of self",
    },
    codegrove: [
      [
        "list_symbols",
        {
          filepath: "django/core/mail/backends/smtp.py",
          name: "EmailBackend.*",
          kinds: ["field"],
          detail: "names",
        },
      ],
    ],
    rg: ["rg -no '\\bself\\.\\w+ = ' django/core/mail/backends/smtp.py"],
  },
  {
    id: "pydantic-attributes",
    kind: "attributes",
    codeBase: "pydantic",
    question: "Which attributes do the methods of FieldInfo set on self?",
    truth: {
      facts: (
        "alias alias_priority allow_inf_nan allow_mutation const decimal_places default default_factory description " +
        "discriminator exclude extra ge gt include le lt max_digits max_items max_length min_items min_length " +
        "multiple_of regex repr title unique_items"
      ).split(" "),
      without: ["sub_fields"],
      from: "ast: the targets that are attributes of self; pyright's document symbols have the same in __slots__",
    },
    codegrove: [
      ["list_symbols", { filepath: "pydantic/fields.py", name: "FieldInfo.*", kinds: ["field"], detail: "names" }],
    ],
    rg: [
      "awk '/^class / { on = /^class FieldInfo[(:]/ } on && /^ +self\\.[a-z_]+ *(:.*)?= / { print FNR \": \" $1 }' pydantic/fields.py",
    ],
  },
  {
    id: "rocksdb-attributes",
    kind: "attributes",
    codeBase: "rocksdb",
    question: "Which data members does the class FlushJob have?",
    truth: {
      facts: (
        "dbname_ db_id_ db_session_id_ cfd_ db_options_ mutable_cf_options_ max_memtable_id_ file_options_ versions_ " +
        "db_mutex_ shutting_down_ existing_snapshots_ earliest_write_conflict_snapshot_ snapshot_checker_ " +
        "job_context_ log_buffer_ db_directory_ output_file_directory_ output_compression_ stats_ event_logger_ " +
        "table_properties_ measure_io_stats_ sync_output_directory_ write_manifest_ committed_flush_jobs_info_ " +
        "meta_ mems_ edit_ base_ pick_memtable_called thread_pri_ io_tracer_ clock_ full_history_ts_low_ " +
        "blob_callback_ db_impl_seqno_time_mapping_ seqno_to_time_mapping_"
      ).split(" "),
      from: "clangd's document symbols, and by hand: the body of the class in db/flush_job.h",
    },
    codegrove: [
      ["list_symbols", { filepath: "db/flush_job.h", name: "FlushJob::*", kinds: ["field"], detail: "names" }],
    ],
    rg: ["sed -n '/^class FlushJob {/,/^};/p' db/flush_job.h | rg -v '^ *//' | rg '^  \\w[^()]*;'"],
    peers: { ctags: [membersByCtags("db/flush_job.h", "FlushJob")] },
  },

  // overview
  {
    id: "leveldb-overview",
    kind: "overview",
    codeBase: "leveldb",
    question: "Which are the main classes of this code base? At most 8,000 characters.",
    truth: {
      facts: (
        "DB DBImpl VersionSet Version VersionEdit MemTable TableCache Table Block WriteBatch Env Iterator Cache " +
        "Comparator FilterPolicy Options Slice Status"
      ).split(" "),
      most: 8000,
      from: "by hand: what doc/impl.md and doc/index.md explain",
    },
    codegrove: [["list_symbols", { filepath: ".", max_chars: 3400 }]],
    rg: ["rg -n '^(class|struct) .*\\{' include db table util -g '*.h'"],
    peers: { ctags: ["ctags -R -x --kinds-C++=cs --_xformat='%F %N' include db table util"] },
  },
  {
    id: "pydantic-overview",
    kind: "overview",
    codeBase: "pydantic",
    question: "Which are the main classes and functions of this code base? At most 8,000 characters.",
    truth: {
      facts: (
        "BaseModel ModelMetaclass ModelField FieldInfo Field validator root_validator Validator BaseConfig " +
        "ValidationError ErrorWrapper BaseSettings GenericModel create_model validate_model"
      ).split(" "),
      most: 8000,
      from: "by hand: what the documentation has chapters about, and the classes that these are made of",
    },
    codegrove: [["list_symbols", { filepath: "pydantic", max_chars: 6500 }]],
    rg: ["rg --heading -No '^(class|def|async def) [A-Za-z]\\w+' pydantic -g '!errors.py'"],
    peers: { "ast-grep": ["ast-grep outline pydantic --items exports --view names"] },
  },

  // unused imports
  {
    id: "rocksdb-unused-imports",
    kind: "unused imports",
    codeBase: "rocksdb",
    question: "Which names does tools/block_cache_analyzer/block_cache_pysim_test.py import and not use?",
    truth: {
      facts: ["ARCCache", "GDSizeCache", "HyperbolicPolicy", "OPTCacheEntry"],
      without: ["LRUPolicy", "TraceCache", "random"],
      from: "ast and pyright's hints: imported names that nothing in the file reads; no __all__ and no noqa has them",
    },
    codegrove: [
      ["check_file", { filepath: "tools/block_cache_analyzer/block_cache_pysim_test.py", checks: ["unused-import"] }],
    ],
    rg: [unusedImports("tools/block_cache_analyzer/block_cache_pysim_test.py")],
  },
  {
    id: "rocksdb-unused-import",
    kind: "unused imports",
    codeBase: "rocksdb",
    question: "Which names does tools/ldb_test.py import and not use?",
    truth: {
      facts: ["time"],
      without: ["glob", "subprocess", "tempfile"],
      from: "ast and pyright's hints: imported names that nothing in the file reads; no __all__ and no noqa has them",
    },
    codegrove: [["check_file", { filepath: "tools/ldb_test.py", checks: ["unused-import"] }]],
    rg: [unusedImports("tools/ldb_test.py")],
  },

  // overrides
  {
    id: "leveldb-overrides",
    kind: "overrides",
    codeBase: "leveldb",
    question:
      "WritableFile::Sync is to get a variant that every class must override as well: which classes, and where?",
    truth: {
      facts: [
        "db/db_test.cc:154 & DataFile",
        "db/db_test.cc:181 & ManifestFile",
        "db/fault_injection_test.cc:116 & TestWritableFile",
        "db/leveldbutil.cc:22 & StdoutPrinter",
        "db/log_test.cc:166 & StringDest",
        "helpers/memenv/memenv.cc:210 & WritableFileImpl",
        "table/table_test.cc:98 & StringSink",
        "util/env_posix.cc:306 & PosixWritableFile",
        "util/env_windows.cc:292 & WindowsWritableFile",
      ],
      from: "clangd's implementations, and by hand: the declarations of Sync in classes with WritableFile as base",
    },
    codegrove: [["find_references", { symbol: "WritableFile::Sync", reference_types: ["override"], group_by: "type" }]],
    rg: [`${cppClassAround("^ .*Status Sync\\(\\)")} $(rg -l 'Status Sync\\(\\)')`],
  },
  {
    id: "rocksdb-overrides",
    kind: "overrides",
    codeBase: "rocksdb",
    question: "Which classes override MemTableRep::ApproximateMemoryUsage, and where?",
    truth: {
      facts: [
        "db/db_memtable_test.cc:49 & MockMemTableRep",
        "memtable/hash_linklist_rep.cc:178 & HashLinkListRep",
        "memtable/hash_skiplist_rep.cc:34 & HashSkipListRep",
        "memtable/skiplistrep.cc:79 & SkipListRep",
        "memtable/vectorrep.cc:39 & VectorRep",
        "test_util/testutil.cc:593 & SpecialMemTableRep",
      ],
      without: ["table/mock_table.cc:54", "table/plain/plain_table_reader.h:108"],
      from: "clangd's references and type hierarchy, and by hand: the declarations of it in classes with MemTableRep as base",
    },
    codegrove: [
      [
        "find_references",
        { symbol: "MemTableRep::ApproximateMemoryUsage", reference_types: ["override"], group_by: "type" },
      ],
    ],
    rg: [`${cppClassAround("^ .*ApproximateMemoryUsage\\(\\).*override")} $(rg -l 'public MemTableRep\\b')`],
  },
  {
    id: "django-overrides",
    kind: "overrides",
    codeBase: "django",
    question: "Which classes override BaseCache.has_key, and where?",
    truth: {
      facts: [
        "django/core/cache/backends/db.py:230 & DatabaseCache",
        "django/core/cache/backends/dummy.py:33 & DummyCache",
        "django/core/cache/backends/filebased.py:91 & FileBasedCache",
        "django/core/cache/backends/locmem.py:84 & LocMemCache",
      ],
      without: ["django/contrib/sessions/backends/base.py:165"],
      from: "ast: the classes that derive from it (django-subclasses), and their methods of this name; pyright agrees on the classes",
    },
    codegrove: [["find_references", { symbol: "BaseCache.has_key", reference_types: ["override"], group_by: "type" }]],
    rg: [`${pythonClassAround("^ +def has_key\\(")} $(rg -l 'BaseCache\\b|BaseDatabaseCache|BaseMemcachedCache' -tpy)`],
  },
  {
    id: "pydantic-overrides",
    kind: "overrides",
    codeBase: "pydantic",
    question: "Which classes override Representation.__repr_args__, and where?",
    truth: {
      facts: [
        "pydantic/color.py:198 & Color",
        "pydantic/error_wrappers.py:41 & ErrorWrapper",
        "pydantic/error_wrappers.py:78 & ValidationError",
        "pydantic/fields.py:180 & FieldInfo",
        "pydantic/fields.py:1184 & ModelField",
        "pydantic/main.py:914 & BaseModel",
        "pydantic/utils.py:477 & GetterDict",
        "pydantic/utils.py:626 & ValueItems",
      ],
      from: "ast: the classes that derive from it, and their methods of this name; pyright's references agree on the classes",
    },
    codegrove: [
      ["find_references", { symbol: "Representation.__repr_args__", reference_types: ["override"], group_by: "type" }],
    ],
    rg: [`${pythonClassAround("^ +def __repr_args__\\(")} $(rg -l 'def __repr_args__\\(' -tpy)`],
  },

  // what changes if a signature changes
  {
    id: "leveldb-signature",
    kind: "change of signature",
    codeBase: "leveldb",
    question: "FilterPolicy::KeyMayMatch is to get a further parameter: which lines change?",
    truth: {
      facts: [
        "include/leveldb/filter_policy.h:51",
        "db/c.cc:127",
        "db/c.cc:481",
        "db/c.cc:482",
        "db/dbformat.h:128",
        "db/dbformat.cc:113",
        "db/dbformat.cc:114",
        "table/filter_block.cc:97",
        "table/filter_block_test.cc:28",
        "util/bloom.cc:56",
        "util/bloom_test.cc:62",
      ],
      from: "clangd's references of it and its overrides, and by hand: `rg -w` without FilterBlockReader::KeyMayMatch",
    },
    codegrove: [["find_references", { symbol: "FilterPolicy::KeyMayMatch", group_by: "type" }]],
    rg: ["rg -nw KeyMayMatch"],
  },
  {
    id: "rocksdb-signature",
    kind: "change of signature",
    codeBase: "rocksdb",
    question: "NewMergingIterator is to get a further parameter: which lines change, and in which functions?",
    truth: {
      facts: [
        "table/merging_iterator.h:34",
        "table/merging_iterator.cc:1293",
        "db/db_iter_test.cc:2589",
        "db/flush_job.cc:415 & MemPurge",
        "db/flush_job.cc:888 & WriteLevel0Table",
        "db/version_set.cc:6534 & MakeInputIterator",
        "table/merger_test.cc:110",
      ],
      from: "clangd's references and incoming calls, and by hand: all lines of `rg -w`, and functions that are not in tests",
    },
    codegrove: [["find_references", { symbol: "NewMergingIterator", group_by: "type" }]],
    rg: [
      `${cppFunctionAround("NewMergingIterator\\(")} $(rg -l 'NewMergingIterator\\(' -g '*.cc'); rg -n '^\\w.*NewMergingIterator\\('`,
    ],
  },
  {
    id: "django-signature",
    kind: "change of signature",
    codeBase: "django",
    question: "Query.resolve_lookup_value is to get a further parameter: which lines change?",
    truth: {
      facts: [
        "django/db/models/sql/query.py:1117",
        "django/db/models/sql/query.py:1126",
        "django/db/models/sql/query.py:1327",
      ],
      from: "pyright's references, and by hand: one function has this name, and these are all lines with it",
    },
    codegrove: [["find_references", { symbol: "Query.resolve_lookup_value", group_by: "type" }]],
    rg: ["rg -nw resolve_lookup_value -tpy"],
  },
  {
    id: "pydantic-signature",
    kind: "change of signature",
    codeBase: "pydantic",
    question: "smart_deepcopy is to get a further parameter: which lines change, and in which functions?",
    truth: {
      facts: [
        "pydantic/utils.py:677",
        "pydantic/fields.py:439 & get_default",
        "pydantic/fields.py:1206 & get_default",
        "pydantic/main.py:139 & __new__",
      ],
      from: "pyright's references and incoming calls, and by hand: `rg -w` except imports, __all__ and a comment",
    },
    codegrove: [
      ["find_references", { symbol: "smart_deepcopy", reference_types: ["call", "definition"], group_by: "type" }],
    ],
    rg: [
      `rg -nw 'def smart_deepcopy' -tpy; ${pythonFunctionAround("smart_deepcopy\\(")} $(rg -l 'smart_deepcopy\\(' -tpy)`,
    ],
  },
];
