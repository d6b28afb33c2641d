// Changes in the binary format of SQLite's session extension, for sqlite3changeset_apply and what builds on
// it.
//
// For each table: 'T', the number of columns as a varint, a byte for each column (0, or its place in the
// primary key), the name and a NUL byte. Then for each change: the code of INSERT, DELETE or UPDATE, a 0
// byte (the change is not indirect), and one record of all columns, for an UPDATE one of the old values and
// one of the new. A record has for each column a byte for the class (0: none, 1: integer, 2: real, 3: text,
// 4: blob, 5: NULL), and then a number as 8 bytes, or length and bytes; highest bytes come first. In the
// records of an UPDATE only what changed has values, and in the first one the primary key.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"

#include "sources/sqlite/patch_plan.hpp"

#include <functional>
#include <vector>

namespace peel::sources::sqlite {

// Takes some of the bytes. What it fails with ends the writing.
using ByteSink = std::function<Result<void>(ByteView)>;

// Changes of each table come in an order that suits its unique keys.
//
// Fails as the sink does, and with `unsupported` for what the format cannot say: it identifies rows by the
// primary key, which must be the key of the changes and not NULL, and it has all columns, none of them
// generated (the session extension refuses such tables as well). Nor can it say that rows exchange values of
// a unique key: whoever applies that one by one meets a conflict. Nothing is written then.
Result<void> write_changeset(std::vector<PatchedRows> tables, const ByteSink& sink);

}  // namespace peel::sources::sqlite
