#include "peel/frequency/signed_sketch.hpp"

#include "peel/analysis/signed_sketch.hpp"

#include "core/assert.hpp"
#include "frequency/signed_kernels.hpp"
#include "hashing/key_groups.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace peel {

namespace {

std::uint64_t size_of(CountChange change) {
  const auto word = static_cast<std::uint64_t>(change.value);
  return change.value < 0 ? 0 - word : word;
}

Error beyond_the_limit() {
  return {
      ErrorCode::limit_exceeded,
      "changes of more than 2^63 - 1 together: a signed sketch takes no more, or counters might overflow"};
}

// Nothing came more often than everything.
SignedBounds around(std::int64_t estimate, Uint128 margin, CopyCount gross) {
  const auto most = static_cast<Int128>(gross.value);
  const Int128 lower = estimate - static_cast<Int128>(margin);
  const Int128 upper = estimate + static_cast<Int128>(margin);
  return {.estimate = estimate,
          .lower = static_cast<std::int64_t>(std::max(lower, -most)),
          .upper = static_cast<std::int64_t>(std::min(upper, most))};
}

}  // namespace

SignedSketch::SignedSketch(const GridShape& shape, const KeyHasher& hasher, CopyCount gross,
                           AlignedWords words)
    : shape_(shape),
      hasher_(hasher),
      gross_(gross),
      kernels_(&detail::signed_kernels(shape)),
      words_(std::move(words)) {}

Result<void> SignedSketch::add(const KeyHash& hash, CountChange change) {
  if (size_of(change) > kMostGross - gross_.value) return failure(beyond_the_limit());
  gross_.value += size_of(change);
  kernels_->add(words_.data(), shape_, hash, change);
  return {};
}

template <class Hashes>
Result<void> SignedSketch::add_all(Hashes hashes, const CountChange* changes) {
  std::uint64_t gross = gross_.value;
  for (std::size_t i = 0; i < hashes.size() && changes != nullptr; ++i) {
    if (size_of(changes[i]) > kMostGross - gross) return failure(beyond_the_limit());
    gross += size_of(changes[i]);
  }
  if (changes == nullptr) {
    if (hashes.size() > kMostGross - gross) return failure(beyond_the_limit());
    gross += hashes.size();
  }
  gross_.value = gross;
  in_groups(
      detail::grid_group_size(shape_), hashes, [&](const auto& now, const auto& next, std::size_t done) {
        kernels_->add_group(words_.data(), shape_, now, next, changes == nullptr ? nullptr : changes + done);
      });
  return {};
}

Result<void> SignedSketch::add(std::span<const std::uint64_t> keys) {
  return add_all(HashedKeys(hasher_, keys), nullptr);
}

Result<void> SignedSketch::add(std::span<const std::uint64_t> keys, std::span<const CountChange> changes) {
  PEEL_ASSERT(keys.size() == changes.size());
  return add_all(HashedKeys(hasher_, keys), changes.data());
}

Result<void> SignedSketch::add(std::span<const KeyHash> hashes) {
  return add_all(GivenHashes(hashes), nullptr);
}

Result<void> SignedSketch::add(std::span<const KeyHash> hashes, std::span<const CountChange> changes) {
  PEEL_ASSERT(hashes.size() == changes.size());
  return add_all(GivenHashes(hashes), changes.data());
}

std::int64_t SignedSketch::estimate(const KeyHash& hash) const {
  return kernels_->estimate(words_.data(), shape_, hash);
}

template <class Hashes>
void SignedSketch::estimate_all(Hashes hashes, std::span<std::int64_t> answers) const {
  PEEL_ASSERT(hashes.size() == answers.size());
  in_groups(detail::grid_group_size(shape_), hashes,
            [&](const auto& now, const auto& next, std::size_t done) {
              kernels_->estimate_group(words_.data(), shape_, now, next, answers.data() + done);
            });
}

void SignedSketch::estimates(std::span<const std::uint64_t> keys, std::span<std::int64_t> answers) const {
  estimate_all(HashedKeys(hasher_, keys), answers);
}

void SignedSketch::estimates(std::span<const KeyHash> hashes, std::span<std::int64_t> answers) const {
  estimate_all(GivenHashes(hashes), answers);
}

SignedBounds SignedSketch::bounds(const KeyHash& hash) const {
  return around(estimate(hash), analysis::signed_margin(shape_, estimated_moment()), gross_);
}

template <class Hashes>
void SignedSketch::find_all(Hashes hashes, std::span<SignedBounds> answers) const {
  PEEL_ASSERT(hashes.size() == answers.size());
  const Uint128 margin = analysis::signed_margin(shape_, estimated_moment());
  in_groups(detail::grid_group_size(shape_), hashes,
            [&](const auto& now, const auto& next, std::size_t done) {
              std::array<std::int64_t, kMostGroup> estimates;
              kernels_->estimate_group(words_.data(), shape_, now, next, estimates.data());
              for (std::size_t i = 0; i < now.size; ++i)
                answers[done + i] = around(estimates[i], margin, gross_);
            });
}

void SignedSketch::bounds(std::span<const std::uint64_t> keys, std::span<SignedBounds> answers) const {
  find_all(HashedKeys(hasher_, keys), answers);
}

void SignedSketch::bounds(std::span<const KeyHash> hashes, std::span<SignedBounds> answers) const {
  find_all(GivenHashes(hashes), answers);
}

std::int64_t SignedSketch::counter(RowCount row, ColumnCount column) const {
  PEEL_ASSERT(row < shape_.rows() && column < shape_.columns());
  return static_cast<std::int64_t>(words_.data()[row.value * shape_.columns().value + column.value]);
}

}  // namespace peel
