// compare LEFT RIGHT [KEY]: what differs between two CSV files, a database and a sketch, or any two of these.
#include "peel/reconcile/reconcile.hpp"
#include "peel/sources/open.hpp"

#include <cstdio>

namespace reconcile = peel::reconcile;

struct Printer : reconcile::ChangeSink {
  peel::Result<void> take(const reconcile::Change& change) override {
    std::fputs(name_of(change.kind).data(), stdout);
    const auto& row = change.row().row;  // of what only a sketch has, the key alone
    const auto cells = peel::rows::spelled_cells(row).value_or(std::vector<peel::rows::Cell>());
    if (cells.empty()) std::printf(" %s", std::string(peel::as_text(row.bytes)).c_str());  // a line
    for (const auto& cell : cells) std::printf(" %s", peel::rows::text_of(cell).c_str());
    return std::puts(""), peel::Result<void>();
  }
};

peel::Result<reconcile::Report> compare(const char* left, const char* right,
                                        const reconcile::TermsRequest& request) {
  const auto from = peel::sources::open_endpoint(left, {}, request, reconcile::Side::left);
  if (!from) return failure(from.error());
  const auto to = peel::sources::open_endpoint(right, {}, request, reconcile::Side::right);
  if (!to) return failure(to.error());
  const auto terms = agree(**from, **to, request);
  if (!terms) return failure(terms.error());
  const auto spill = peel::sources::temporary_files();
  Printer printer;
  reconcile::Watch watch;
  return reconcile::reconcile(**from, **to, *terms,
                              {.seed = peel::sources::random_seed(), .spill = spill.get()}, printer, watch);
}

int main(int argc, char** argv) {
  if (argc < 3) return std::fputs("usage: compare LEFT RIGHT [KEY]\n", stderr), 2;
  const auto report = compare(argv[1], argv[2], {.key = {argv + 3, argv + argc}});
  if (!report) return std::fprintf(stderr, "%s\n", report.error().sentence().c_str()), 2;
  return report->same() ? 0 : 1;
}
