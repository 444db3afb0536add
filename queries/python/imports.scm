; import os
(import_statement) @import

; from os import path
(import_from_statement) @import

; from __future__ import annotations
(future_import_statement) @import
