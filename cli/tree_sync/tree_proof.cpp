#include "cli/tree_sync/tree_proof.hpp"

#include "cli/numbers.hpp"
#include "sources/tree/listing_digest.hpp"
#include "sources/tree/parallel.hpp"

#include <atomic>
#include <fmt/format.h>
#include <mutex>
#include <set>
#include <string_view>
#include <utility>

namespace peel::cli {

namespace tree = sources::tree;
using tree::TreeEntry;

namespace {

bool is_as_it_was(const TreeEntry& now, const tree::TreeScan& before) {
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
  for (const tree::TreeScan* scan : {&before.trees.left, &before.trees.right}) {
    for (const tree::TreeTrouble& trouble : scan->troubles) paths.insert(trouble.path);
  }
  return paths;
}

// Files of the same size that nobody has found equal as they are now. By size and time: of those that RIGHT
// got.
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
struct Compared {
  std::set<std::string> different;
  std::vector<std::string> troubles;
};

Compared compare(const FilePairs& pairs, ScannedTrees& trees, tree::ReadingWatch& watch) {
  Compared result;
  std::mutex mutex;
  struct Reader {
    tree::ContentReader reader;
    tree::TreeOpener left;
    tree::TreeOpener right;
  };
  tree::in_parallel(pairs.size(), tree::usual_threads(), [&] {
    auto own = std::make_shared<Reader>(Reader{tree::ContentReader(watch),
                                               tree::TreeOpener(trees.left.root.number()),
                                               tree::TreeOpener(trees.right.root.number())});
    return [own, &pairs, &trees, &result, &mutex](std::size_t i) {
      tree::ContentReader::Culprit culprit;
      const auto same = own->reader.same({trees.left, own->left, *pairs[i].first},
                                         {trees.right, own->right, *pairs[i].second}, culprit);
      if (same && *same) return;
      const std::lock_guard lock(mutex);
      if (same)
        result.different.insert(pairs[i].first->path);
      else
        result.troubles.push_back(same.error().sentence());
    };
  });
  return result;
}

}  // namespace

EntryCounts EntryCounts::of(const tree::TreeScan& scan) {
  EntryCounts counts;
  for (const TreeEntry& entry : scan.entries)
    ++(entry.is_file() ? counts.files : entry.is_folder() ? counts.folders : counts.others);
  return counts;
}

std::string EntryCounts::in_words() const {
  std::string words = counted(files, "file");
  if (folders > 0) words += ", " + counted(folders, "folder");
  if (others > 0)
    words += fmt::format(", {} {}", grouped(others), others == 1 ? "link or other" : "links or others");
  return words;
}

Result<TreeProof> prove_equal(ScannedTrees& now, const SyncBefore& before, tree::ReadingWatch& watch,
                              const Progress& progress) {
  TreeProof proof;
  const FilePairs pairs = not_yet_compared(now, before);
  std::uint64_t bytes = 0;
  for (const auto& [left, right] : pairs) bytes += left->size + right->size;
  Compared compared;
  {
    const auto stage = progress.stage(
        "reading back", [&watch] { return watch.bytes.load(); }, bytes);
    compared = compare(pairs, now, watch);
  }
  // Bytes are known by now, and nothing of this reads any.
  const auto work = find_work(now.pair(), Contents::by_size_and_time, watch, nullptr);
  if (!watch.in_time()) {
    return failure(ErrorCode::limit_exceeded,
                   "reading " + now.right.name + " takes longer than --timeout allows; give it more time");
  }
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
  proof.digest = tree::listing_digest(now.right).text();
  proof.troubles = std::move(compared.troubles);
  for (const tree::TreeScan* scan : {&now.left, &now.right}) {
    for (const tree::TreeTrouble& trouble : scan->troubles) proof.troubles.push_back(trouble.sentence);
  }
  for (const std::string& sentence : now.apart.refused) proof.troubles.push_back(sentence);
  return proof;
}

}  // namespace peel::cli
