// What an argument such as data.csv, -, sqlite:shop.db?table=orders, monday.peel, photos/ or
// ssh://host/data.csv stands for, and opening it. This is the only place that says what LEFT or RIGHT of a
// comparison is. Link peel::sources.
#pragma once

#include "peel/core/result.hpp"
#include "peel/hashing/seed.hpp"
#include "peel/reconcile/change.hpp"
#include "peel/reconcile/endpoint.hpp"
#include "peel/reconcile/spill.hpp"
#include "peel/reconcile/terms.hpp"
#include "peel/rows/row_source.hpp"
#include "peel/sources/far.hpp"
#include "peel/sources/reading.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace peel::sources {

struct Argument {
  enum class Kind : std::uint8_t {
    text,      // a file of text, or standard input
    database,  // an SQLite database, a table of one, or a query
    folder,
    peel_file,  // a file that peel wrote
    far,        // a source of another machine
  };

  Kind kind = Kind::text;
  std::string given;  // as it was typed
  std::string path;   // of the file or folder; "-" is standard input
  std::optional<std::string> table = {};
  std::optional<std::string> query = {};
  std::optional<FarName> far = {};

  bool is_whole_database() const { return kind == Kind::database && !table && !query; }
  // As messages call it.
  std::string name() const;
};

// Standard input can still be read from its beginning afterwards: unless it is a file, it is copied to one
// without a name. Where `reading` has a kind, a file is a database by its bytes alone, whatever its name.
// Fails with `invalid_argument` for sqlite:... that cannot be.
Result<Argument> classify(const std::string& text, const Reading& reading = {});

// The rows of an argument that is text or a table. What the request names is read of JSON Lines, as that side
// calls it. Fails with `io`, `malformed` and `invalid_argument`, and says why.
Result<std::unique_ptr<rows::RowSource>> open_rows(const Argument& argument, const Reading& reading,
                                                   const reconcile::TermsRequest& request = {},
                                                   reconcile::Side side = reconcile::Side::left);

// The sketch in a file. Fails with `incompatible` for a file of another kind, and for the difference of two.
Result<std::unique_ptr<reconcile::SketchEndpoint>> open_sketch(const Argument& argument);

// An argument of any kind but a folder or a whole database.
Result<std::unique_ptr<reconcile::Endpoint>> open_endpoint(const std::string& text,
                                                           const Reading& reading = {},
                                                           const reconcile::TermsRequest& request = {},
                                                           reconcile::Side side = reconcile::Side::left);

// The same for one that is known already.
Result<std::unique_ptr<reconcile::Endpoint>> open_endpoint(const Argument& argument, const Reading& reading,
                                                           const reconcile::TermsRequest& request,
                                                           reconcile::Side side);

// Makes the error of two sides that cannot be compared as asked: a command can say which of its options mends
// it. Without one, the error is the disagreement's.
using Explain = std::function<Error(const reconcile::Disagreement& disagreement, const reconcile::Party& left,
                                    const reconcile::Party& right)>;

// Rows that do not fit into memory wait in files without a name, in the folder that TMPDIR names, or /tmp.
std::unique_ptr<reconcile::Spill> temporary_files();

// A seed that nobody can guess, from the operating system.
Seed random_seed();

}  // namespace peel::sources
