#include "cli/tree_sync/tree_proof.hpp"

#include "cli/numbers.hpp"
#include "sources/tree/listing_digest.hpp"
#include "sources/tree/parallel.hpp"

#include <atomic>
#include <mutex>
#include <set>
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

// Files of the same size that nobody has compared as they are now. By size and time: of those that RIGHT got.
FilePairs not_yet_compared(ScannedTrees& now, const ScannedTrees& before, Contents contents) {
  FilePairs pairs;
  for (TreeEntry& right : now.right.entries) {
    if (!right.is_file() || right.size == 0) continue;
    auto* const left = const_cast<TreeEntry*>(now.left.find(right.path));
    if (left == nullptr || !left->is_file() || left->size != right.size) continue;
    const bool is_known = is_as_it_was(right, before.right) &&
                          (contents == Contents::by_size_and_time || is_as_it_was(*left, before.left));
    if (!is_known) pairs.emplace_back(left, &right);
  }
  return pairs;
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
  if (others > 0) words += ", " + counted(others, "link or other");
  return words;
}

TreeProof prove_equal(ScannedTrees& now, const ScannedTrees& before, Contents contents,
                      const Progress& progress) {
  TreeProof proof;
  const FilePairs pairs = not_yet_compared(now, before, contents);
  std::uint64_t bytes = 0;
  for (const auto& [left, right] : pairs) bytes += left->size + right->size;
  tree::ReadingWatch watch;
  Compared compared;
  {
    const auto stage = progress.stage(
        "reading back", [&watch] { return watch.bytes.load(); }, bytes);
    compared = compare(pairs, now, watch);
  }
  // Bytes are known by now, and nothing of this reads any.
  tree::ReadingWatch unused;
  const auto work = find_work(now.pair(), Contents::by_size_and_time, unused, nullptr);
  if (work) {
    proof.left_over = work->changes();
    for (const EntryPair& pair : work->replaced) compared.different.erase(pair.wanted->path);
  }
  proof.left_over += compared.different.size();
  proof.read_back = pairs.size();
  proof.counts = EntryCounts::of(now.right);
  proof.digest = tree::listing_digest(now.right).text();
  proof.troubles = std::move(compared.troubles);
  for (const tree::TreeScan* scan : {&now.left, &now.right}) {
    for (const tree::TreeTrouble& trouble : scan->troubles) proof.troubles.push_back(trouble.sentence);
  }
  return proof;
}

}  // namespace peel::cli
