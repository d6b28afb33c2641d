// Whatever is said to the side that answers a session: it sends messages, keeps to its window, and where it
// fails it refuses with that sentence and sends nothing more.
#include "peel/reconcile/session/responder.hpp"

#include "fuzz/claim.hpp"
#include "fuzz/session_input.hpp"
#include "tests/reconcile/fake_edit.hpp"
#include "tests/reconcile/fake_spill.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using namespace peel;
using namespace peel::reconcile;
using namespace peel::reconcile::session;

constexpr std::uint64_t kMemory = std::uint64_t{1} << 15;

// What the responder sends, as whoever asks would count it.
class Heard {
 public:
  void take(ByteView bytes) {
    reader_.receive(bytes);
    auto message = reader_.next();
    fuzz::claim(message && *message && reader_.unread().empty(), "what is sent is one message");
    fuzz::claim(!is_refused(), "nothing follows a refusal");
    if (std::holds_alternative<Describe>(**message)) sent_.clear(), acknowledged_ = 0;
    if (const auto* const cells = std::get_if<Cells>(&**message)) add(cells->content.size());
    if (const auto* const refused = std::get_if<Refused>(&**message)) refusal_ = refused->sentence;
  }
  bool is_refused() const { return !refusal_.empty(); }
  const std::string& refusal() const { return refusal_; }

  // What is said to the responder next.
  void is_told(ByteView bytes) {
    const auto message = decode(bytes);
    const auto* const more = message ? std::get_if<More>(&*message) : nullptr;
    if (more != nullptr && more->blocks <= sent_.size()) acknowledged_ = more->blocks;
  }

 private:
  void add(std::uint64_t bytes) {
    sent_.push_back(bytes);
    std::uint64_t in_flight = 0, before = 0;
    for (std::size_t i = 0; i < sent_.size(); ++i) (i < acknowledged_ ? before : in_flight) += sent_[i];
    fuzz::claim(acknowledged_ + 1 == sent_.size() || in_flight <= std::max(kFirstWindow, before),
                "no more is in flight than the window allows");
  }

  MessageReader reader_;
  std::vector<std::uint64_t> sent_;  // contents of blocks
  std::size_t acknowledged_ = 0;
  std::string refusal_;
};

Agree honest_agreement(std::uint64_t source) {
  const ItemScheme scheme = ItemScheme::live();
  return {fuzz::session_terms(source), Side::right, scheme, KeyHasher(HashFamily::fast, Seed(3)),
          *RatelessShape::from(
              {.item_width = ByteWidth(scheme.width()), .arithmetic = CellArithmetic::prime_field})};
}

// The bytes of the first message, or all where none can be told.
ByteView first_message(ByteView bytes) {
  const auto size = wire::declared_size(bytes);
  return size && *size < bytes.size() ? bytes.first(*size) : bytes;
}

void say(Responder& responder, ByteView bytes, const Heard& heard) {
  const bool was_over = responder.is_over();
  const auto answered = responder.receive(bytes);
  fuzz::claim(answered || !was_over, "what is over does not fail again");
  fuzz::claim(!heard.is_refused() || responder.is_over(), "a refusal ends the session");
  if (answered) return;
  fuzz::claim(responder.is_over() && heard.is_refused(), "a failure is told as a refusal");
  fuzz::claim(answered.error().sentence().starts_with(heard.refusal()), "both say the same");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto input = fuzz::SessionInput::from(std::as_bytes(std::span(data, size)));
  Heard heard;
  Watch watch;
  test::EditLog log;
  test::FakeSpill spill;
  Responder responder(
      {.program = "fuzz", .memory_bytes = kMemory, .spill = &spill},
      [&input, &log](const Open&) -> Result<std::unique_ptr<Endpoint>> {
        return std::make_unique<test::EditedRows>(fuzz::session_source(input.source, "y"), log);
      },
      [&heard](ByteView bytes) -> Result<void> { return heard.take(bytes), Result<void>(); }, watch);
  const Message honest[] = {Hello(), Open(), honest_agreement(input.source)};
  for (std::uint64_t i = 0; i < input.honest; ++i)
    fuzz::claim(responder.receive(encode(honest[i])).has_value(), "an honest beginning is answered");

  for (ByteView rest(input.said); !rest.empty();) {
    ByteView message = first_message(rest);
    rest = rest.subspan(message.size());
    heard.is_told(message);
    while (!message.empty()) {
      const std::size_t piece = input.piece == 0 ? message.size() : std::min(input.piece, message.size());
      say(responder, message.first(piece), heard);
      message = message.subspan(piece);
    }
  }
  (void)responder.end();
  return 0;
}
