// What decoders allocate, where the author of a file wants it to be much: headers and shapes that call for
// gigabytes, and bytes that do not. With no more addresses than a decoder may need, it must still answer.
#include "peel/wire/count_min_codec.hpp"
#include "peel/wire/counter_codec.hpp"
#include "peel/wire/counting_filter_codec.hpp"
#include "peel/wire/filter_codec.hpp"
#include "peel/wire/heavy_hitters_codec.hpp"
#include "peel/wire/heavy_texts_codec.hpp"
#include "peel/wire/iblt_codec.hpp"
#include "peel/wire/range_sketch_codec.hpp"
#include "peel/wire/rotating_filter_codec.hpp"
#include "peel/wire/signed_sketch_codec.hpp"
#include "peel/wire/sketch_codec.hpp"
#include "peel/wire/spectral_filter_codec.hpp"
#include "peel/wire/table_summary_codec.hpp"

#include "wire/grid_bytes.hpp"
#include "wire/iblt_shape_bytes.hpp"
#include "wire/unfolding.hpp"
#include "wire/wire_support.hpp"

#include <algorithm>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

namespace peel::test {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
constexpr std::uint64_t kForgedBytes = 3 * kMiB;

// Whole bytes with all bits 0: cells, groups or entries in as few bits as the formats have.
void put_zeros(std::uint64_t bytes, ByteWriter& out) {
  out.bytes(Bytes(bytes));
}

Bytes sealed(wire::Kind kind, ByteView shape, ByteView payload) {
  return wire::seal({.kind = kind,
                     .hash_family = HashFamily::fast,
                     .seed = Seed(0, 0),
                     .shape = shape,
                     .payload = payload});
}

// Behind base and parameter: a one, since empty cells are left out, and a zero for each cell.
void put_empty_cells(std::uint64_t cells, ByteWriter& out) {
  out.integer(0, 2);
  out.integer(1, 1);
  put_zeros(cells / 8, out);
}

IbltShape table_of_largest_cells(CellCount cells) {
  return shape_of({.cells = cells,
                   .hashes = HashCount(4),
                   .key_width = ByteWidth(64),
                   .value_width = ByteWidth(64),
                   .arithmetic = CellArithmetic::prime_field});
}

// 4.2 GiB: a cell for each bit of the forged bytes.
IbltShape huge_table() {
  return table_of_largest_cells(CellCount(8 * kForgedBytes));
}

void put_table(ByteWriter& out) {
  out.integer(0, 8);  // gross total
  out.integer(0, 8);  // lost sub-tables
  put_empty_cells(huge_table().cells().value, out);
}

Bytes forged_iblt() {
  ByteWriter payload;
  put_table(payload);
  return sealed(wire::Kind::iblt, wire::shape_bytes({huge_table(), wire::IbltForm::compact}), payload.view());
}

void put_strata_of_four_cells(ByteWriter& shape) {
  shape.integer(0x0100, 2);  // one level, the first
  shape.integer(0, 2);
  shape.integer(4, 4);
}

Bytes forged_sketch() {
  ByteWriter shape, table, payload;
  shape.bytes(wire::shape_bytes({huge_table(), wire::IbltForm::compact}));
  put_strata_of_four_cells(shape);
  put_table(table);
  payload.integer(1, 5);  // lines: no header, key or columns
  payload.integer(0, 8);
  payload.integer(table.view().size(), 8);
  payload.bytes(table.view());
  return sealed(wire::Kind::sketch, shape.view(), payload.view());
}

Bytes forged_counter() {
  ByteWriter shape, cells, payload;
  const auto counter = CounterShape::from(
      {.cells = CellCount(8 * kForgedBytes), .hashes = HashCount(4), .key_width = ByteWidth(64)});
  shape.integer(0x0401, 2);  // partitioned, four hashes
  shape.integer(static_cast<std::uint64_t>(counter->variant()), 1);
  shape.integer(counter->keeps_a_key() ? static_cast<std::uint64_t>(counter->kept()) : 0, 1);
  shape.integer(64, 4);
  shape.integer(counter->cells().value, 8);
  put_strata_of_four_cells(shape);
  put_zeros(counter->cell_words() - 1, cells);       // words that are 0 in all cells
  put_zeros(3 + counter->cells().value / 8, cells);  // and a count of 0 in one bit
  payload.integer(1 | 63 << 8, 8);                   // lines of up to 63 bytes
  put_zeros(24, payload);                            // lines, those without a key, gross total
  payload.integer(cells.view().size(), 8);
  payload.bytes(cells.view());
  return sealed(wire::Kind::counter, shape.view(), payload.view());
}

// Groups of 64 counters of 64 bits, of one byte each.
Bytes forged_grid(wire::Kind kind, std::uint8_t detail, std::uint64_t bytes_before) {
  ByteWriter shape, payload;
  const auto grid = GridShape::from(
      {.rows = RowCount(1), .columns = ColumnCount(64 * 3 * kForgedBytes), .cell_bits = BitWidth(64)});
  wire::put_grid_shape({*grid, detail}, shape);
  put_zeros(bytes_before + 3 * kForgedBytes, payload);
  return sealed(kind, shape.view(), payload.view());
}

// 58 levels, each of which takes less than may be had freely.
Bytes forged_range_sketch() {
  ByteWriter shape, payload;
  const auto grid = GridShape::from(
      {.rows = RowCount(1), .columns = ColumnCount(std::uint64_t{1} << 21), .cell_bits = BitWidth(64)});
  wire::put_grid_shape({*grid, 64}, shape);
  put_zeros(4 * kMiB, payload);
  return sealed(wire::Kind::range_sketch, shape.view(), payload.view());
}

// One sub-table of one bucket; entries that are all alike, one bit each.
Bytes forged_interpolation() {
  ByteWriter shape, payload;
  shape.integer(0x010101, 8);
  shape.integer(1, 8);
  shape.integer(40, 8);
  constexpr std::uint64_t kEntries = 8 * 5 * kMiB;
  payload.integer(kEntries, 8);
  payload.integer(0, 1);
  put_zeros(kEntries / 8, payload);
  return sealed(wire::Kind::table_summary, shape.view(), payload.view());
}

// As many counters as bytes can hold, all of the same count: two bytes each, and a key after the other.
Bytes many_heavy_hitters() {
  ByteWriter shape, payload;
  constexpr std::uint64_t kCounters = kForgedBytes / 2;
  shape.integer(std::uint64_t{1} << 28, 8);
  payload.integer(kCounters, 8);
  payload.integer(0, 8);
  payload.integer(kCounters, 8);
  for (std::uint64_t i = 0; i < kCounters; ++i) payload.integer(0x0100, 2);
  return sealed(wire::Kind::heavy_hitters, shape.view(), payload.view());
}

// Texts of three bytes, in order: five bytes each.
Bytes many_heavy_texts() {
  ByteWriter shape, payload;
  constexpr std::uint64_t kCounters = kForgedBytes / 5;
  shape.integer(std::uint64_t{1} << 28, 4);
  shape.integer(kMaxTextWidth, 4);
  shape.integer(1, 8);  // lines
  payload.integer(kCounters, 8);
  payload.integer(0, 8);
  payload.integer(kCounters, 8);
  payload.integer(0, 8);
  payload.integer(kCounters, 8);
  for (std::uint64_t i = 0; i < kCounters; ++i) {
    payload.integer(0x0301, 2);
    for (const unsigned shift : {14U, 7U, 0U}) payload.integer(0x40 + (i >> shift & 0x7F), 1);
  }
  return sealed(wire::Kind::heavy_texts, shape.view(), payload.view());
}

// A filter of 2^40 bits in a file of three megabytes.
Bytes forged_filter(wire::Kind kind) {
  ByteWriter shape;
  const bool is_spectral = kind == wire::Kind::spectral_filter;
  shape.integer(1, 1);  // classic
  shape.integer(kind == wire::Kind::filter ? 1 : is_spectral ? 8 : 4, 1);
  shape.integer(3, 1);  // hashes
  shape.integer(is_spectral ? 1 : 0, 5);
  shape.integer(std::uint64_t{1} << 36, 8);
  return sealed(kind, shape.view(), Bytes(kForgedBytes));
}

Bytes forged_rotating_filter() {
  ByteWriter shape, payload;
  shape.integer(0x0201, 8);  // two generations, of keys
  shape.integer(1000, 8);
  shape.integer(0, 8);
  for (int i = 0; i < 2; ++i) payload.bytes(forged_filter(wire::Kind::filter));
  return sealed(wire::Kind::rotating_filter, shape.view(), payload.view());
}

// The address sanitizer's own memory takes more addresses than any limit leaves.
#ifdef __has_feature
constexpr bool kMemoryIsLimited = !__has_feature(address_sanitizer);
#else
constexpr bool kMemoryIsLimited = true;
#endif

// So many bytes more than the process has now, and no more.
class MemoryLeft {
 public:
  explicit MemoryLeft(std::uint64_t bytes) {
    std::uint64_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    ::getrlimit(RLIMIT_AS, &before_);
    rlimit now = before_;
    if (!kMemoryIsLimited) return;
    now.rlim_cur = bytes + pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    ::setrlimit(RLIMIT_AS, &now);
  }
  ~MemoryLeft() { ::setrlimit(RLIMIT_AS, &before_); }
  MemoryLeft(const MemoryLeft&) = delete;
  MemoryLeft& operator=(const MemoryLeft&) = delete;

 private:
  rlimit before_{};
};

// What the decoder says; "" if it accepts. A decoder that asks for more than is left throws.
template <class Decode>
std::string said_within(std::uint64_t memory_bytes, const Bytes& bytes, Decode decode) {
  const MemoryLeft left(memory_bytes);
  const auto decoded = decode(bytes);
  return decoded ? "" : decoded.error().sentence();
}

constexpr std::uint64_t kLittle = 16 * kMiB;

TEST(ForgedFiles, OfPackedKindsGetNoMemoryThatTheirBytesDoNotJustify) {
  const auto refused = testing::HasSubstr("; accepted are up to 268435456, or 64 times what is written");
  const auto said = [](const Bytes& bytes, auto decode) {
    EXPECT_LT(bytes.size(), 10 * kMiB);
    return said_within(kLittle, bytes, decode);
  };
  EXPECT_THAT(said(forged_iblt(), wire::decode_iblt), refused);
  EXPECT_THAT(said(forged_sketch(), wire::decode_sketch), refused);
  EXPECT_THAT(said(forged_counter(), wire::decode_counter), refused);
  EXPECT_THAT(said(forged_grid(wire::Kind::count_min, 1, 8), wire::decode_count_min), refused);
  EXPECT_THAT(said(forged_grid(wire::Kind::signed_sketch, 0, 8), wire::decode_signed_sketch), refused);
  EXPECT_THAT(said(forged_range_sketch(), wire::decode_range_sketch), refused);
  EXPECT_THAT(said(forged_interpolation(), wire::decode_table_summary), refused);
}

TEST(ForgedFiles, OfFiltersGetNoMemoryForCellsThatAreNotThere) {
  const auto refused = testing::HasSubstr("a filter of this shape takes a file of");
  EXPECT_THAT(said_within(kLittle, forged_filter(wire::Kind::filter), wire::decode_filter), refused);
  EXPECT_THAT(said_within(kLittle, forged_filter(wire::Kind::counting_filter), wire::decode_counting_filter),
              refused);
  EXPECT_THAT(said_within(kLittle, forged_filter(wire::Kind::spectral_filter), wire::decode_spectral_filter),
              refused);
  EXPECT_THAT(said_within(kLittle, forged_rotating_filter(), wire::decode_rotating_filter), refused);
}

TEST(ForgedFiles, OfHeavyKeysTakeAtMost64TimesTheirBytes) {
  const Bytes hitters = many_heavy_hitters(), texts = many_heavy_texts();
  EXPECT_EQ(said_within(wire::kMostUnfolding * hitters.size(), hitters,
                        [](ByteView bytes) { return wire::decode_heavy_hitters(bytes, Seed(1)); }),
            "");
  EXPECT_EQ(said_within(wire::kMostUnfolding * texts.size(), texts,
                        [](ByteView bytes) { return wire::decode_heavy_texts(bytes, Seed(1)); }),
            "");
}

// Sizes at the edge: of a mebibyte more or less, and of a byte.
TEST(Unfolding, IsFreeUpTo256MiBAndThen64TimesWhatIsWritten) {
  EXPECT_TRUE((wire::Unfolding{wire::kUnfoldedFreely, 0}).is_justified());
  EXPECT_FALSE((wire::Unfolding{wire::kUnfoldedFreely + 64, wire::kUnfoldedFreely / 64}).is_justified());
  EXPECT_TRUE((wire::Unfolding{wire::kUnfoldedFreely + 64, wire::kUnfoldedFreely / 64 + 1}).is_justified());
  EXPECT_FALSE((wire::Unfolding{~std::uint64_t{0}, ~std::uint64_t{0} / 65}).is_justified());
  EXPECT_TRUE((wire::Unfolding{~std::uint64_t{0}, ~std::uint64_t{0}}).is_justified());
}

// What is refused is not written: a table goes into the plain form, other kinds say so.
TEST(StructuresTooEmptyForTheirSize, AreWrittenInFullOrNotAtAll) {
  const IbltShape large = table_of_largest_cells(CellCount(1'500'000));
  ASSERT_GT(large.table_bytes(), wire::kUnfoldedFreely);
  const Iblt table(large, HashFamily::fast, Seed(1));
  const Bytes bytes = encoded(table);
  EXPECT_EQ(form_of(bytes), wire::IbltForm::plain);
  EXPECT_TRUE(wire::decode_iblt(bytes));

  const auto grid =
      GridShape::from({.rows = RowCount(1), .columns = ColumnCount(34 << 20), .cell_bits = BitWidth(64)});
  const auto sketch = CountMinSketch::make(*grid, CountMinRule::plain, HashFamily::fast, Seed(1));
  const auto written = wire::encode(*sketch);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code(), ErrorCode::limit_exceeded);
  EXPECT_THAT(written.error().sentence(),
              testing::HasSubstr("the sketch is too empty for its size to be written"));
}

}  // namespace
}  // namespace peel::test
