// Rateless tables against the machine's limit for the same traffic, and beside a sized table for the same
// items. The limit hashes each item and updates as many cells, at places that were drawn beforehand from the
// same distribution: what is left is the cost of finding the cells, and of peeling.
#include "rateless_benchmarks.hpp"

#include "peel/analysis/rateless.hpp"
#include "peel/invertible/planned_shape.hpp"
#include "peel/invertible/rateless_decoder.hpp"

#include "iblt_bench.hpp"

#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace peel::bench {

namespace {

struct Setting {
  std::uint64_t items;
  std::uint64_t cells;  // of each shard
  RatelessForm form = RatelessForm::irregular;
  CellArithmetic arithmetic = CellArithmetic::xor_sums;
  std::uint64_t item_width = 8;
  std::uint64_t shard_bits = 0;
};

// The cells of items, one item behind the other, in cells of three words.
class Traffic {
 public:
  explicit Traffic(const Setting& setting) : cells_((setting.cells << setting.shard_bits) * kWords) {
    std::uint64_t state = 7;
    const auto drawn = [&] { return (static_cast<double>(scramble(state += kGolden) >> 11) + 1) * 0x1p-53; };
    for (std::uint64_t i = 0; i < setting.items; ++i) {
      const auto shard =
          static_cast<std::uint64_t>(drawn() * 0.999'999 * static_cast<double>(1U << setting.shard_bits));
      const auto put = [&](std::uint64_t cell) {
        places_.push_back(static_cast<std::uint32_t>((shard * setting.cells + cell) * kWords));
      };
      double alpha = 0.5;
      if (setting.form == RatelessForm::irregular) {
        const double which = drawn();
        alpha = which < 0.18 ? 0.11 : which < 0.74 ? 0.68 : 0.82;
        for (int rescue = 0; rescue < 4; ++rescue)
          put(static_cast<std::uint64_t>(
              drawn() * static_cast<double>(std::min<std::uint64_t>(setting.cells, 1'056)) * 0.999));
      }
      const double shift = (1 + 1 / alpha) / 2;
      for (double cell = 0; cell < static_cast<double>(setting.cells);
           cell = std::max(cell + 1, std::ceil((cell + shift) * std::pow(drawn(), -alpha) - shift)))
        put(static_cast<std::uint64_t>(cell));
      ends_.push_back(places_.size());
    }
  }

  void update(ByteView items, std::size_t width) {
    std::size_t at = 0;
    for (std::size_t i = 0; i < ends_.size(); ++i) {
      const std::uint64_t item = load_le(items.data() + i * width, std::min<std::size_t>(width, 8));
      const std::uint64_t low = scramble(item), high = scramble(item ^ kGolden);
      for (; at < ends_[i]; ++at) {
        std::uint64_t* const cell = cells_.data() + places_[at];
        cell[0] += 1, cell[1] ^= low, cell[2] ^= high;
      }
    }
  }

  double touched() const { return static_cast<double>(places_.size()) / static_cast<double>(ends_.size()); }

 private:
  static constexpr std::uint64_t kWords = 3;
  std::vector<std::uint64_t> cells_;
  std::vector<std::uint32_t> places_;
  std::vector<std::size_t> ends_;
};

struct RatelessBench {
  explicit RatelessBench(const Setting& setting)
      : shape(*RatelessShape::from({.form = setting.form,
                                    .item_width = ByteWidth(setting.item_width),
                                    .arithmetic = setting.arithmetic,
                                    .shard_bits = BitWidth(setting.shard_bits)})),
        items(setting.items * setting.item_width),
        cells(*RatelessCells::empty(shape, hashing, {0, setting.cells})),
        full(cells),
        traffic(setting) {
    std::uint64_t state = setting.items;
    for (std::size_t at = 0; at < items.size(); at += setting.item_width)
      store_le(&items[at], scramble(state += kGolden), std::min<std::uint64_t>(8, setting.item_width));
    (void)full.insert(ByteView(items));
  }

  double encode() {
    return timed([&] { (void)cells.insert(ByteView(items)); });
  }
  double peel() {
    return timed([&] {
      RatelessDecoder decoder(shape, hashing);
      (void)decoder.take(full);
      keep(decoder.outcome());
    });
  }
  double limit() {
    return timed([&] { traffic.update(items, shape.key_width().value); });
  }

  KeyHasher hashing{HashFamily::fast, Seed(1)};
  RatelessShape shape;
  Bytes items;
  RatelessCells cells;
  RatelessCells full;
  Traffic traffic;
};

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

std::string words_for(const Setting& setting) {
  return std::string(name_of(setting.form)) +
         (setting.arithmetic == CellArithmetic::xor_sums ? ", xor, " : ", prime field, ") +
         std::to_string(setting.item_width) + "-byte items";
}

void add_encoding(Suite& suite, const Setting& setting) {
  const Lazy<RatelessBench> bench([setting] { return std::make_unique<RatelessBench>(setting); });
  const Lazy<IbltBench> sized([setting] {
    const auto shape = planned_shape({.items = ItemCount(setting.cells),
                                      .incomplete = *Rate::from(1e-3),
                                      .key_width = ByteWidth(setting.item_width),
                                      .arithmetic = setting.arithmetic});
    return std::make_unique<IbltBench>(*shape, setting.items);
  });
  suite.add({"rateless encode, " + words_for(setting) + ", " + grouped(setting.cells) + " cells",
             static_cast<double>(setting.items), [bench] { return bench->encode(); },
             [bench] { return bench->limit(); }, 0,
             Rival{"sized table", [sized] { return sized->insert_batched(); }},
             [bench] { return std::to_string(std::lround(bench->traffic.touched())) + " cells an item"; }});
}

// As many cells as list the items 999 times in 1000.
Setting for_listing(Setting setting) {
  const ItemCount in_shard(setting.items >> setting.shard_bits);
  const auto spread = static_cast<std::uint64_t>(setting.shard_bits == 0 ? 0 : 5 * std::sqrt(in_shard.value));
  setting.cells = static_cast<std::uint64_t>(
      std::ceil(analysis::rateless_forecast(setting.form, ItemCount(in_shard.value + spread)).p999));
  return setting;
}

void add_peeling(Suite& suite, Setting setting) {
  setting = for_listing(setting);
  const Lazy<RatelessBench> bench([setting] { return std::make_unique<RatelessBench>(setting); });
  const Lazy<IbltBench> sized([setting] {
    const auto shape = planned_shape({.items = ItemCount(setting.items),
                                      .incomplete = *Rate::from(1e-3),
                                      .key_width = ByteWidth(setting.item_width),
                                      .arithmetic = setting.arithmetic});
    return std::make_unique<IbltBench>(*shape, setting.items);
  });
  suite.add(
      {"rateless peel, " + words_for(setting) + ", " + power_of_ten(setting.items) +
           (setting.shard_bits == 0 ? "" : " in " + std::to_string(1U << setting.shard_bits) + " shards"),
       static_cast<double>(setting.items), [bench] { return bench->peel(); },
       [bench] { return bench->limit(); }, 0, Rival{"sized table", [sized] { return sized->list(); }},
       [bench] { return std::to_string(std::lround(bench->traffic.touched())) + " cells an item"; }});
}

}  // namespace

void add_rateless_benchmarks(Suite& suite) {
  constexpr std::uint64_t kEncoded = 100'000;
  for (const std::uint64_t cells : {200U, 1'500U, 15'000U, 150'000U}) {
    for (const RatelessForm form : {RatelessForm::regular, RatelessForm::irregular})
      suite.group([=](Suite& s) { add_encoding(s, {kEncoded, cells, form}); });
  }
  suite.group([](Suite& s) {
    add_encoding(s, {kEncoded, 1'500, RatelessForm::irregular, CellArithmetic::prime_field, 7});
    add_encoding(s, {kEncoded, 1'500, RatelessForm::irregular, CellArithmetic::prime_field, 22});
  });
  for (const std::uint64_t items : {1'000U, 10'000U, 100'000U}) {
    for (const RatelessForm form : {RatelessForm::regular, RatelessForm::irregular})
      suite.group([=](Suite& s) { add_peeling(s, {items, 0, form}); });
  }
  suite.group([](Suite& s) {
    add_peeling(s, {100'000, 0, RatelessForm::irregular, CellArithmetic::prime_field, 7});
  });
  suite.group([](Suite& s) {
    add_peeling(s, {1'000'000, 0, RatelessForm::irregular, CellArithmetic::xor_sums, 8, 8});
  });
}

}  // namespace peel::bench
