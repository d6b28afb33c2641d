#include "sources/tree/sync/tree_proof.hpp"

#include "sources/tree/content_reader.hpp"
#include "sources/tree/listing_digest.hpp"
#include "sources/tree/parallel.hpp"

#include <memory>
#include <mutex>
#include <set>
#include <string_view>
#include <utility>

namespace peel::sources::tree {

namespace {

bool is_as_it_was(const TreeEntry& now, const TreeScan& before) {
  const TreeEntry* const then = before.find(now.path);
  return then != nullptr && then->kind == now.kind && then->identity == now.identity &&
         then->size == now.size && then->modified == now.modified && then->changed == now.changed;
}

using FilePairs = std::vector<std::pair<TreeEntry*, TreeEntry*>>;

// Paths at which the comparison found a difference or could not look.
std::set<std::string_view> not_found_equal(const SyncBefore& before) {
  std::set<std::string_view> paths;
  for (const EntryPair& pair : before.work.replaced) paths.insert(pair.wanted->path);
  for (const MovedEntry& move : before.work.moved) paths.insert(move.wanted->path);
  for (const TreeScan* scan : {&before.trees.left, &before.trees.right}) {
    for (const TreeTrouble& trouble : scan->troubles) paths.insert(trouble.path);
  }
  return paths;
}

// Pairs of files of the same size that nobody has found equal as they are now. Where size and time stand for
// contents, only files that RIGHT got are among them.
FilePairs not_yet_compared(ScannedTrees& now, const SyncBefore& before) {
  const std::set<std::string_view> different = not_found_equal(before);
  FilePairs pairs;
  for (TreeEntry& right : now.right.entries) {
    if (!right.is_file() || right.size == 0) continue;
    auto* const left = const_cast<TreeEntry*>(now.left.find(right.path));
    if (left == nullptr || !left->is_file() || left->size != right.size) continue;
    const bool is_known =
        !different.contains(right.path) && is_as_it_was(right, before.trees.right) &&
        (before.contents == Contents::by_size_and_time || is_as_it_was(*left, before.trees.left));
    if (!is_known) pairs.emplace_back(left, &right);
  }
  return pairs;
}

// Of files with the same bytes.
bool differs_only_in_time(const TreeEntry& there, const TreeEntry& wanted) {
  const AttributeDifference difference = attribute_difference(there, wanted, Copier::current());
  return there.is_file() && wanted.is_file() && there.size == wanted.size && difference.time &&
         !difference.mode && !difference.owner;
}

// The paths of those that differ, and sentences about those that could not be read.
struct ComparedPairs {
  std::set<std::string> different;
  std::vector<std::string> troubles;
};

ComparedPairs compare_pairs(const FilePairs& pairs, ScannedTrees& trees, ReadingWatch& watch) {
  ComparedPairs result;
  std::mutex mutex;
  struct Reader {
    ContentReader reader;
    TreeOpener left;
    TreeOpener right;
  };
  in_parallel(pairs.size(), usual_threads(), [&] {
    auto own = std::make_shared<Reader>(Reader{ContentReader(watch), TreeOpener(trees.left.root.number()),
                                               TreeOpener(trees.right.root.number())});
    return [own, &pairs, &trees, &result, &mutex](std::size_t i) {
      ContentReader::Culprit culprit;
      const auto same = own->reader.same({trees.left, own->left, *pairs[i].first},
                                         {trees.right, own->right, *pairs[i].second}, culprit);
      if (same && *same) return;
      const std::lock_guard lock(mutex);
      if (same)
        result.different.insert(pairs[i].first->path);
      else if (!ends_work(same.error()))
        result.troubles.push_back(same.error().sentence());
    };
  });
  return result;
}

}  // namespace

EntryCounts EntryCounts::of(const TreeScan& scan) {
  EntryCounts counts;
  for (const TreeEntry& entry : scan.entries)
    ++(entry.is_file() ? counts.files : entry.is_folder() ? counts.folders : counts.others);
  return counts;
}

Result<TreeProof> prove_equal(ScannedTrees& now, const SyncBefore& before, ReadingWatch& watch) {
  TreeProof proof;
  const FilePairs pairs = not_yet_compared(now, before);
  std::uint64_t bytes = 0;
  for (const auto& [left, right] : pairs) bytes += left->size + right->size;
  ComparedPairs compared;
  {
    const auto shown = watch.show(reconcile::Watch::Stage::reading_again, bytes);
    compared = compare_pairs(pairs, now, watch);
  }
  if (auto going = watch.may_go_on(now.right.name); !going) return failure(going.error());
  // The files are compared by now, and their bytes are not read again.
  const auto work = find_work(now.pair(), Contents::by_size_and_time, watch);
  if (!work) return failure(work.error());
  std::set<std::string_view> differing;
  for (const EntryPair& pair : work->replaced) differing.insert(pair.wanted->path);
  std::uint64_t differences = work->counts().all();
  for (const std::string& path : compared.different) {
    if (!differing.contains(path)) ++differences;
  }
  const auto look = [&](const TreeEntry& there, const TreeEntry& wanted) {
    if (before.unheld_times.contains(wanted.path) && !compared.different.contains(wanted.path) &&
        differs_only_in_time(there, wanted)) {
      ++proof.unheld_times;
    }
  };
  for (const EntryPair& pair : work->replaced) look(*pair.there, *pair.wanted);
  for (const AdjustedEntry& entry : work->adjusted) look(*entry.there, *entry.wanted);
  proof.left_over = differences - proof.unheld_times;
  proof.read_back = pairs.size();
  proof.counts = EntryCounts::of(now.right);
  proof.digest = listing_digest(now.right).text();
  for (std::string& sentence : compared.troubles) proof.troubles.push_back({std::move(sentence)});
  now.add_troubles_to(proof.troubles);
  return proof;
}

}  // namespace peel::sources::tree
