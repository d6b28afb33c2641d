// --max-delete: how many rows may be removed, as a number or as a share of those that are there.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/target.hpp"

#include <cstdint>
#include <string>
#include <utility>

namespace peel::cli {

class DeleteLimit {
 public:
  // "100" or "10%". Fails with `invalid_argument`.
  static Result<DeleteLimit> parse(const std::string& text);

  const reconcile::DeleteLimit& limit() const { return limit_; }
  std::uint64_t allowed_of(std::uint64_t rows) const { return limit_.allowed_of(rows); }
  // As it was given.
  const std::string& text() const { return text_; }

 private:
  DeleteLimit(std::string text, reconcile::DeleteLimit limit) : text_(std::move(text)), limit_(limit) {}

  std::string text_;
  reconcile::DeleteLimit limit_;
};

}  // namespace peel::cli
