#include "lab/facts.hpp"

#include "lab/facts/text.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>
#include <vector>

namespace peel::lab {

namespace {

using Json = nlohmann::json;

std::string in_words(const Json& value) {
  if (value.is_null()) return "";
  return value.is_string() ? value.get<std::string>() : value.dump();
}

Verdict verdict_named(const std::string& name) {
  for (const Verdict verdict : {Verdict::reproduces, Verdict::erratum, Verdict::differs, Verdict::note}) {
    if (name_of(verdict) == name) return verdict;
  }
  throw std::logic_error("facts.json: no verdict is called " + name);
}

// How far the last digit of "0.77228" or "1.00702e-12" may have been rounded; a little more, since the
// decimal number is not a binary one.
double rounding_of(const std::string& number) {
  const std::size_t exponent = number.find('e');
  const std::string digits = number.substr(0, exponent);
  const std::size_t point = digits.find('.');
  const auto decimals = point == std::string::npos ? 0 : static_cast<int>(digits.size() - point - 1);
  const int power = exponent == std::string::npos ? 0 : std::stoi(number.substr(exponent + 1));
  return 0.500001 * std::pow(10.0, power - decimals);
}

std::optional<Estimate> number_of(const Json& recomputed, const Json& tolerance) {
  if (!recomputed.is_number()) return {};
  const double rounding = rounding_of(recomputed.dump());
  const double allowed = tolerance.is_number() ? std::max(rounding, tolerance.get<double>()) : rounding;
  return Estimate::computed(recomputed.get<double>(), allowed);
}

std::vector<Fact> read_facts() {
  std::vector<Fact> facts;
  for (const Json& row : Json::parse(kFactsJson)) {
    facts.push_back({.id = row.at("id"),
                     .section = row.at("section"),
                     .what = row.at("what"),
                     .printed = in_words(row.at("printed")),
                     .recomputed = in_words(row.at("recomputed")),
                     .number = number_of(row.at("recomputed"), row.at("tolerance")),
                     .verdict = verdict_named(row.at("verdict")),
                     .why = row.at("why")});
  }
  return facts;
}

}  // namespace

std::span<const Fact> facts() {
  static const std::vector<Fact> all = read_facts();
  return all;
}

const Fact& fact_of(std::string_view id) {
  const auto found = std::ranges::find(facts(), id, &Fact::id);
  if (found == facts().end()) throw std::logic_error("no fact is called " + std::string(id));
  return *found;
}

std::string_view paper_of(const Fact& fact) {
  constexpr std::pair<std::string_view, std::string_view> kPapers[] = {{"000.", "ding-rauen"},
                                                                       {"001.", "maheshwari"},
                                                                       {"002.", "ra-miri"},
                                                                       {"003.", "goodrich-mitzenmacher"},
                                                                       {"004.", "kirsch-mitzenmacher"}};
  for (const auto& [prefix, paper] : kPapers) {
    if (fact.id.starts_with(prefix)) return paper;
  }
  throw std::logic_error("no paper has the fact " + fact.id);
}

bool covers(const Experiment& experiment, const Fact& fact) {
  const auto covered = [&](std::string_view name) {
    return name.ends_with('*') ? fact.id.starts_with(name.substr(0, name.size() - 1)) : fact.id == name;
  };
  std::string_view rest = experiment.facts;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    if (covered(rest.substr(0, end))) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

}  // namespace peel::lab
