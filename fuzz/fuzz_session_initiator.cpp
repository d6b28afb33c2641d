// Whatever a peer answers to the side that asks: a comparison ends in a sentence, or in changes whose rows
// are rows of the terms.
#include "peel/reconcile/reconcile.hpp"
#include "peel/reconcile/session/peer_endpoint.hpp"

#include "fuzz/claim.hpp"
#include "fuzz/session_input.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace {

using namespace peel;
using namespace peel::reconcile;
using namespace peel::reconcile::session;

constexpr std::uint64_t kMemory = std::uint64_t{1} << 16;

// Answers that stand fixed, whatever is asked.
class ToldAnswers : public Channel {
 public:
  ToldAnswers(ByteView bytes, std::size_t piece) : rest_(bytes), piece_(piece) {}

  Result<void> send(ByteView bytes) override {
    fuzz::claim(decode(bytes).has_value(), "what is asked is a message");
    return {};
  }
  Result<Bytes> receive(const Watch&) override {
    const ByteView next = rest_.first(piece_ == 0 ? rest_.size() : std::min(piece_, rest_.size()));
    rest_ = rest_.subspan(next.size());
    return Bytes(next.begin(), next.end());
  }

 private:
  ByteView rest_;
  std::size_t piece_;
};

class CheckedChanges : public ChangeSink {
 public:
  explicit CheckedChanges(const Terms& terms) : terms_(terms) {}

  Result<void> take(const Change& change) override {
    for (const KnownRow* const side : {&change.left, &change.right}) {
      if (side->known == KnownRow::Known::nothing) continue;
      fuzz::claim(side->is_whole(), "all of a row is known");
      if (!terms_.is_table) continue;
      const auto cells = rows::cells_of(side->row.bytes);
      fuzz::claim(cells && cells->size() == terms_.columns.names.size(), "a row is one of the terms");
      fuzz::claim(rows::spelled_cells(side->row).has_value(), "a row can be shown");
    }
    return {};
  }

 private:
  const Terms& terms_;
};

// The hello and the description of an honest peer.
Bytes honest_answers(const fuzz::SessionInput& input) {
  const Message honest[] = {Hello(), Describe{fuzz::session_source(input.source, "y")->schema()}};
  Bytes bytes;
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(input.honest, 2); ++i) {
    const Bytes message = encode(honest[i]);
    bytes.insert(bytes.end(), message.begin(), message.end());
  }
  return bytes;
}

Result<void> compare(const fuzz::SessionInput& input, ByteView answers) {
  ToldAnswers channel(answers, input.piece);
  const auto connection = std::make_shared<Connection>(channel, "peer");
  Watch watch;
  if (auto greeted = connection->greet("fuzz"); !greeted) return greeted;
  const auto far = PeerEndpoint::open(connection, "FAR", {}, watch);
  if (!far) return failure(far.error());
  RowsEndpoint near(fuzz::session_source(input.source, "x"));
  const auto terms = agree(near.party(), (*far)->party(), {});
  if (!terms) return failure(terms.error());
  CheckedChanges changes(*terms);
  const auto report =
      reconcile::reconcile(near, **far, *terms, {.memory_bytes = kMemory, .seed = Seed(3)}, changes, watch);
  if (!report) return failure(report.error());
  fuzz::claim(report->complete(), "a comparison of rows leaves nothing open");
  return {};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto input = fuzz::SessionInput::from(std::as_bytes(std::span(data, size)));
  Bytes answers = honest_answers(input);
  answers.insert(answers.end(), input.said.begin(), input.said.end());
  const auto compared = compare(input, answers);
  fuzz::claim(compared || !compared.error().sentence().empty(), "a failure says why");
  return 0;
}
