#include "sources/sqlite/cell_order.hpp"

#include <cstdint>

namespace peel::sources::sqlite {

namespace {

int rank_of(rows::CellTag tag) {
  switch (tag) {
    case rows::CellTag::null:
      return 0;
    case rows::CellTag::text:
      return 2;
    case rows::CellTag::blob:
      return 3;
    default:
      return 1;
  }
}

std::weak_ordering order_of_numbers(double left, double right) {
  if (left < right) return std::weak_ordering::less;
  return left > right ? std::weak_ordering::greater : std::weak_ordering::equivalent;
}

// A double cannot hold every integer, so the integer is not made one.
std::weak_ordering order_of_numbers(std::int64_t left, double right) {
  constexpr double kTwoTo63 = 9223372036854775808.0;
  if (right >= kTwoTo63) return std::weak_ordering::less;
  if (right < -kTwoTo63) return std::weak_ordering::greater;
  const auto whole = static_cast<std::int64_t>(right);
  if (left != whole) return left <=> whole;
  return order_of_numbers(static_cast<double>(whole), right);
}

}  // namespace

std::weak_ordering order_of(const rows::Cell& left, const rows::Cell& right) {
  if (rank_of(left.tag) != rank_of(right.tag)) return rank_of(left.tag) <=> rank_of(right.tag);
  if (rank_of(left.tag) != 1) return left.payload <=> right.payload;
  const bool left_is_real = left.tag == rows::CellTag::real;
  const bool right_is_real = right.tag == rows::CellTag::real;
  if (left_is_real && right_is_real) return order_of_numbers(rows::real_of(left), rows::real_of(right));
  if (left_is_real) return 0 <=> order_of_numbers(rows::integer_of(right), rows::real_of(left));
  if (right_is_real) return order_of_numbers(rows::integer_of(left), rows::real_of(right));
  return rows::integer_of(left) <=> rows::integer_of(right);
}

}  // namespace peel::sources::sqlite
