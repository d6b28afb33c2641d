// A responder without anything between: a test says messages to it, and sees those that it answers with.
#pragma once

#include "peel/reconcile/row_items.hpp"
#include "peel/reconcile/session/responder.hpp"

#include "reconcile/compared.hpp"
#include "reconcile/fake_spill.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace peel::test {

// What the asking side of a live comparison agrees about a source.
inline reconcile::session::Agree live_agreement(const reconcile::Terms& terms,
                                                reconcile::Side side = reconcile::Side::right) {
  const auto scheme = reconcile::ItemScheme::live();
  return {terms, side, scheme, KeyHasher(HashFamily::fast, Seed(7)),
          *RatelessShape::from(
              {.item_width = ByteWidth(scheme.width()), .arithmetic = CellArithmetic::prime_field})};
}

// Terms of an id_table by its key.
inline reconcile::Terms id_terms() {
  return {.is_table = true, .has_key = true, .columns = {{"id", "value"}, 1}};
}

class AskedResponder {
 public:
  using Make = std::function<Result<std::unique_ptr<reconcile::Endpoint>>()>;

  // Each time that a source is opened, it is made anew.
  explicit AskedResponder(Make make, std::uint64_t memory_bytes = std::uint64_t{64} << 20)
      : responder(
            {.program = "answer", .memory_bytes = memory_bytes, .spill = &spill_},
            [make = std::move(make)](const reconcile::session::Open&) { return make(); },
            [this](ByteView bytes) { return take(bytes); }, watch_) {}

  explicit AskedResponder(const IdRows& rows)
      : AskedResponder([rows] { return of(id_table("TABLE", rows)); }) {}

  static Result<std::unique_ptr<reconcile::Endpoint>> of(std::unique_ptr<FakeSource> source) {
    return std::unique_ptr<reconcile::Endpoint>(std::make_unique<reconcile::RowsEndpoint>(std::move(source)));
  }

  Result<void> say(const reconcile::session::Message& message) {
    return responder.receive(reconcile::session::encode(message));
  }
  void greet_and_open() {
    EXPECT_TRUE(say(reconcile::session::Hello()));
    EXPECT_TRUE(say(reconcile::session::Open()));
  }

  // The answers of one type, in their order.
  template <class Type>
  std::vector<Type> answers() const {
    std::vector<Type> of_type;
    for (const auto& message : heard) {
      if (const auto* const one = std::get_if<Type>(&message)) of_type.push_back(*one);
    }
    return of_type;
  }
  // The sentence of the refusal that was heard last; none if it was something else.
  std::string refusal() const {
    const auto* const refused =
        heard.empty() ? nullptr : std::get_if<reconcile::session::Refused>(&heard.back());
    return refused == nullptr ? "" : refused->sentence;
  }

  std::vector<reconcile::session::Message> heard;
  bool has_gone = false;  // whoever asks: nothing can be sent to it any more

 private:
  Result<void> take(ByteView bytes) {
    if (has_gone) return failure(ErrorCode::io, "nobody hears this");
    auto message = reconcile::session::decode(bytes);
    EXPECT_TRUE(message) << message.error().sentence();
    if (message) heard.push_back(std::move(*message));
    return {};
  }

  reconcile::Watch watch_;
  FakeSpill spill_;

 public:
  reconcile::session::Responder responder;
};

}  // namespace peel::test
