// peel plan bloom: how many bits a filter needs, how many keys it takes, and how often it errs.
#include "peel/analysis/bloom_plan.hpp"
#include "peel/analysis/bloom_rate.hpp"

#include "cli/filter_layout.hpp"
#include "cli/numbers.hpp"
#include "cli/output/json.hpp"
#include "cli/output/text_table.hpp"
#include "cli/plan/curves.hpp"
#include "cli/plan/plan_plot.hpp"
#include "cli/plan/plans.hpp"

#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace peel::cli {

namespace {

constexpr const char* kMoreAboutBloom = R"(Examples:
  peel plan bloom --items 1e6 --rate 0.01         bits for a million keys
  peel plan bloom --items 1e9 --bits 8e9          the best number of hashes
  peel plan bloom --bits 8e6 --rate 0.01          keys that fit
  peel plan bloom --items 1 --bits 2 --hashes 2 --exact
  peel plan bloom --items 1e6 --rate 0.01 --plot  the rate against bits, as a curve

Of --items, --rate and --bits two are given and the third follows. The rate is
the share of keys that were never inserted but are affirmed all the same.

Layouts:
  classic   cells anywhere: the fewest bits, and what the papers describe
  register  cells of a key in one block of 32 bytes
  line      cells of a key in one block of 64 bytes, a cache line

Without --layout the plan is for a classic filter, to which Bloom's formula
belongs; the others are shown beside it. Blocked filters are several times
faster when they do not fit into a cache. Their --bits are rounded up to whole
blocks.
)";

// What the text shows of a fraction.
constexpr std::size_t kMostDigits = 60;

// Numbers as they were typed.
struct BloomOptions {
  std::optional<std::string> items;
  std::optional<std::string> rate;
  std::optional<std::string> bits;
  std::optional<std::string> hashes;
  std::optional<std::string> layout;
  bool exact = false;
  PlotWish plot;
  bool json = false;
};

// Two of the three numbers are there.
struct BloomQuestion {
  std::optional<ItemCount> items;
  std::optional<Rate> rate;
  std::optional<CellCount> bits;
  std::optional<HashCount> hashes;
  FilterLayout layout = FilterLayout::classic;
};

struct BloomAnswer {
  FilterShape shape;
  ItemCount items;
  double exact_rate;
};

struct Answers {
  BloomAnswer chosen;
  std::vector<BloomAnswer> others;  // of the other layouts
  std::optional<analysis::ExactRate> fraction;
};

Result<BloomQuestion> question_of(const BloomOptions& options) {
  if (int{options.items.has_value()} + int{options.rate.has_value()} + int{options.bits.has_value()} != 2) {
    return failure(ErrorCode::invalid_argument,
                   "of --items, --rate and --bits two are accepted, since the third follows from them");
  }
  BloomQuestion question;
  if (options.items) {
    const auto items = whole_number({"--items", *options.items}, {1, 8 * kMaxFilterBytes});
    if (!items) return failure(items.error());
    question.items = ItemCount(*items);
  }
  if (options.rate) {
    const auto rate = probability({"--rate", *options.rate});
    if (!rate) return failure(rate.error());
    question.rate = *rate;
  }
  if (options.bits) {
    const auto bits = whole_number({"--bits", *options.bits}, {1, 8 * kMaxFilterBytes});
    if (!bits) return failure(bits.error());
    question.bits = CellCount(*bits);
  }
  if (options.layout) {
    const auto layout = filter_layout({"--layout", *options.layout});
    if (!layout) return failure(layout.error());
    question.layout = *layout;
  }
  if (options.hashes) {
    const bool is_classic = question.layout == FilterLayout::classic;
    const auto hashes =
        whole_number({"--hashes", *options.hashes}, {1, is_classic ? kMaxClassicHashes : kMaxBlockedHashes});
    if (!hashes) return failure(hashes.error());
    question.hashes = HashCount(*hashes);
  }
  if (options.exact && question.layout != FilterLayout::classic) {
    return failure(ErrorCode::invalid_argument,
                   fmt::format("--exact is for the layout classic, not for {}", name_of(question.layout)));
  }
  return question;
}

CellCount whole_blocks(CellCount bits, FilterLayout layout) {
  const std::uint64_t block = cells_in_block(layout, BitWidth(1));
  return CellCount((bits.value + block - 1) / block * block);
}

Result<BloomAnswer> answer_with_bits(const BloomQuestion& question, CellCount cells) {
  const FilterLayout layout = question.layout;
  if (question.hashes) {
    const auto shape = FilterShape::from({.layout = layout, .cells = cells, .hashes = *question.hashes});
    if (!shape) return failure(shape.error());
    const ItemCount items = question.items ? *question.items : analysis::capacity_of(*shape, *question.rate);
    return BloomAnswer{*shape, items, analysis::false_positive_rate(*shape, items)};
  }
  if (question.items) {
    const auto best = analysis::best_filter({.cells = cells, .items = *question.items, .layout = layout});
    if (!best) return failure(best.error());
    return BloomAnswer{best->shape, *question.items, best->rate};
  }
  const auto best = analysis::roomiest_filter({.cells = cells, .rate = *question.rate, .layout = layout});
  if (!best) return failure(best.error());
  return BloomAnswer{best->shape, best->items, analysis::false_positive_rate(best->shape, best->items)};
}

Result<BloomAnswer> answer(const BloomQuestion& question) {
  if (question.bits) return answer_with_bits(question, whole_blocks(*question.bits, question.layout));
  const auto plan = analysis::plan_filter({.items = *question.items,
                                           .rate = *question.rate,
                                           .layout = question.layout,
                                           .hashes = question.hashes});
  if (!plan) return failure(plan.error());
  return BloomAnswer{plan->shape, *question.items, plan->rate};
}

Result<Answers> answer_all(const BloomQuestion& question, const BloomOptions& options) {
  const auto chosen = answer(question);
  if (!chosen) return failure(chosen.error());
  Answers answers{*chosen, {}, {}};
  for (const FilterLayout layout : kFilterLayouts) {
    if (layout == question.layout) continue;
    BloomQuestion other = question;
    other.layout = layout;
    // What this layout cannot do is no trouble of the one asked for.
    if (const auto found = answer(other)) answers.others.push_back(*found);
  }
  if (options.exact) {
    const FilterShape& shape = chosen->shape;
    if (auto fraction = analysis::exact_rate(shape.cells(), shape.hashes(), chosen->items))
      answers.fraction = *std::move(fraction);
  }
  return answers;
}

double bits_per_key(const BloomAnswer& answer) {
  return static_cast<double>(answer.shape.cells().value) / static_cast<double>(answer.items.value);
}

double bloom_rate(const BloomAnswer& answer) {
  return analysis::bloom_rate(answer.shape.cells(), answer.shape.hashes(), answer.items);
}

std::string in_keys(ItemCount items) {
  return fmt::format("{} {}", grouped(items.value), items.value == 1 ? "key" : "keys");
}

std::string opening(const BloomQuestion& question) {
  const std::string layout(name_of(question.layout));
  if (!question.bits) {
    return fmt::format("A {} filter for {} that affirms at most {:g} of all others:\n\n", layout,
                       in_keys(*question.items), question.rate->value());
  }
  if (question.items) {
    return fmt::format("What a {} filter of {} bits does with {}:\n\n", layout, grouped(question.bits->value),
                       in_keys(*question.items));
  }
  return fmt::format("What fits into a {} filter of {} bits that affirms at most {:g} of all others:\n\n",
                     layout, grouped(question.bits->value), question.rate->value());
}

std::string fraction_in_words(const analysis::ExactRate& fraction) {
  if (fraction.numerator.size() + fraction.denominator.size() <= 2 * kMostDigits)
    return fraction.numerator + "/" + fraction.denominator;
  return fmt::format("a fraction with {} digits below the line, which --json prints",
                     grouped(fraction.denominator.size()));
}

void print_as_text(const Answers& answers, const BloomQuestion& question, const BloomOptions& options,
                   Output& output) {
  const BloomAnswer& chosen = answers.chosen;
  output.write(opening(question));
  std::vector<Row> rows = {{"keys", grouped(chosen.items.value)},
                           {"bits", grouped(chosen.shape.cells().value)},
                           {"bytes", grouped(chosen.shape.bytes())},
                           {"hashes", fmt::format("{}", chosen.shape.hashes().value)}};
  if (chosen.items.value > 0) rows[1][1] += fmt::format(", {:.4g} per key", bits_per_key(chosen));
  rows.push_back({"Bloom's rate", fmt::format("{:.7g}", bloom_rate(chosen))});
  rows.push_back({"exact rate", fmt::format("{:.7g}", chosen.exact_rate)});
  if (options.exact) {
    rows.push_back({"as fraction", answers.fraction ? fraction_in_words(*answers.fraction)
                                                    : std::string("too long to compute in whole numbers")});
  }
  output.write(text_table(rows, "  "));
  if (answers.others.empty()) return;
  output.write("\nOther layouts for the same:\n\n");
  rows = {{"layout", "keys", "bits", "per key", "hashes", "exact rate"}};
  for (const BloomAnswer& other : answers.others) {
    rows.push_back({std::string(name_of(other.shape.layout())), grouped(other.items.value),
                    grouped(other.shape.cells().value),
                    other.items.value > 0 ? fmt::format("{:.4g}", bits_per_key(other)) : "-",
                    fmt::format("{}", other.shape.hashes().value), fmt::format("{:.7g}", other.exact_rate)});
  }
  output.write(text_table(rows, "  "));
}

Json as_json(const BloomAnswer& answer) {
  return {{"layout", name_of(answer.shape.layout())},
          {"items", answer.items.value},
          {"bits", answer.shape.cells().value},
          {"bytes", answer.shape.bytes()},
          {"bits_per_key", answer.items.value > 0 ? Json(bits_per_key(answer)) : Json(nullptr)},
          {"hashes", answer.shape.hashes().value},
          {"bloom_rate", bloom_rate(answer)},
          {"exact_rate", answer.exact_rate}};
}

Json as_json(const Answers& answers, const BloomQuestion& question, const BloomOptions& options) {
  Json object = as_json(answers.chosen);
  if (question.rate) object["rate_target"] = question.rate->value();
  if (options.exact) {
    object["exact_fraction"] = nullptr;
    if (answers.fraction) {
      object["exact_fraction"] = {{"numerator", answers.fraction->numerator},
                                  {"denominator", answers.fraction->denominator}};
    }
  }
  object["alternatives"] = Json::array();
  for (const BloomAnswer& other : answers.others) object["alternatives"].push_back(as_json(other));
  return object;
}

plot::Plot curve_of(const Answers& answers, const BloomQuestion& question) {
  PlannedFilters drawn{.unknown = !question.bits   ? FilterUnknown::bits
                                  : !question.rate ? FilterUnknown::rate
                                                   : FilterUnknown::items,
                       .rate = question.rate,
                       .hashes = question.hashes,
                       .chosen = {answers.chosen.shape, answers.chosen.items},
                       .others = {}};
  for (const BloomAnswer& other : answers.others) drawn.others.push_back({other.shape, other.items});
  return filter_curve(drawn);
}

Result<Status> plan_a_filter(const BloomOptions& options, Output& output) {
  const auto question = question_of(options);
  if (!question) return failure(question.error());
  const auto answers = answer_all(*question, options);
  if (!answers) return failure(answers.error());
  const auto plot = PlanPlot::make(options.plot, [&] { return curve_of(*answers, *question); });
  if (!plot) return failure(plot.error());
  if (options.json) return plot->print_with(as_json(*answers, *question, options), output);
  print_as_text(*answers, *question, options, output);
  return plot->print_below(output);
}

}  // namespace

void add_plan_bloom(Command& plan) {
  auto options = std::make_shared<BloomOptions>();
  Command& bloom = plan.add_verb("bloom", "A Bloom filter");
  bloom.more = kMoreAboutBloom;
  bloom.add({"--items", options->items, "Distinct keys to insert", "N"});
  bloom.add({"--rate", options->rate, "Share of other keys that may be affirmed", "P"});
  bloom.add({"--bits", options->bits, "Size of the filter", "M"});
  bloom.add({"--hashes", options->hashes, "Bits that a key sets (default: the best number)", "K"});
  bloom.add({"--layout", options->layout, "Where the bits of a key lie (default classic)",
             "classic|register|line"});
  bloom.add({"--exact", options->exact, "The rate as a fraction too, if it is short enough"});
  add_plot_option(bloom, options->plot);
  bloom.add({"--json", options->json, "One JSON object"});
  bloom.run = [options](Output& output) { return plan_a_filter(*options, output); };
}

}  // namespace peel::cli
