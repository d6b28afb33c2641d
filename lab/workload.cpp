#include "lab/workload.hpp"

#include "peel/hashing/mix.hpp"

#include <algorithm>

namespace peel::lab {

namespace {

ListedPairs check_entries(const Entries& entries) {
  ListedPairs pairs;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const bool is_right = load_le(entries.value(i).data()) == value_of(entries.key_integer(i));
    ++(is_right ? pairs.right : pairs.wrong);
  }
  return pairs;
}

double share(std::size_t part, std::size_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

Bytes packed_keys(std::span<const std::uint64_t> keys) {
  Bytes packed(keys.size() * 8);
  for (std::size_t i = 0; i < keys.size(); ++i) store_le(&packed[i * 8], keys[i]);
  return packed;
}

// A Weyl sequence of odd stride through a bijection: no word comes twice.
std::uint64_t key_at(Seed seed, std::uint64_t i) {
  return scramble(seed.low + kGolden * i);
}

std::vector<std::uint64_t> keys_from(Seed seed, std::uint64_t first, ItemCount count) {
  std::vector<std::uint64_t> keys(count.value);
  for (std::uint64_t i = 0; i < count.value; ++i) keys[i] = key_at(seed, first + i);
  return keys;
}

std::uint64_t value_of(std::uint64_t key, std::uint64_t edition) {
  return scramble(key ^ kGolden) + edition;
}

Bytes values_of(std::span<const std::uint64_t> keys, std::uint64_t edition) {
  Bytes values(keys.size() * 8);
  for (std::size_t i = 0; i < keys.size(); ++i) store_le(&values[i * 8], value_of(keys[i], edition));
  return values;
}

ListedPairs check_listing(const Listing& listing) {
  const ListedPairs inserted = check_entries(listing.inserted);
  const ListedPairs deleted = check_entries(listing.deleted);
  return {inserted.right + deleted.right, inserted.wrong + deleted.wrong};
}

double share_found(const Iblt& table, std::span<const std::uint64_t> keys) {
  std::vector<Lookup> answers(keys.size());
  Bytes values(keys.size() * 8);
  require(table.get(packed_keys(keys), answers, values));
  std::size_t found = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const bool has_value =
        answers[i].answer == Lookup::Answer::present || answers[i].answer == Lookup::Answer::deleted;
    if (has_value && load_le(&values[i * 8]) == value_of(keys[i])) ++found;
  }
  return share(found, keys.size());
}

double share_absent(const Iblt& table, std::span<const std::uint64_t> keys) {
  std::vector<Lookup> answers(keys.size());
  require(table.get(packed_keys(keys), answers));
  const auto absent = std::ranges::count(answers, Lookup::Answer::absent, &Lookup::answer);
  return share(static_cast<std::size_t>(absent), keys.size());
}

}  // namespace peel::lab
