#include "peel/reconcile/session/responder.hpp"

#include "peel/reconcile/session/connection.hpp"

#include "reconcile/fetched_rows.hpp"
#include "reconcile/session/peer_row.hpp"
#include "wire/rateless_blocks.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <type_traits>

namespace peel::reconcile::session {

namespace {

// Before any are acknowledged, no more blocks are sent than have so many cells for each row: a difference
// that takes more is one to a side with far more rows.
constexpr std::uint64_t kFirstCellsForEachRow = 4;
// Bytes of rows that make a message, unless one row has more. An empty line, too, has its index and its
// place.
constexpr std::uint64_t kRowsBytes = std::uint64_t{1} << 16;
constexpr std::uint64_t kLeastRowBytes = 8;
static_assert(kRowsBytes / kLeastRowBytes <= kMaxRowsOfMessage);
// Of rows in changes, which a database keeps in memory until they are made.
constexpr std::uint64_t kMostChangeBytes = std::uint64_t{1} << 30;
// Of a sentence that goes to the peer.
constexpr std::size_t kMostSentenceBytes = 4096;
static_assert(kMostSentenceBytes < kLeastMessageBytes / 2);

// Tells the peer now and then how far reading is. Whoever reads asks between batches whether to go on.
class TellingWatch : public Watch {
 public:
  using Tell = std::function<void()>;
  TellingWatch(const Watch& outer, Tell tell)
      : Watch(outer.deadline()), outer_(outer), tell_(std::move(tell)) {}

  bool is_cancelled() const override {
    if (const auto now = Clock::now(); now >= next_) {
      next_ = now + kBetweenTellings;
      tell_();
    }
    return outer_.is_cancelled();
  }

 private:
  static constexpr auto kBetweenTellings = std::chrono::milliseconds(500);
  const Watch& outer_;
  Tell tell_;
  mutable Clock::time_point next_ = Clock::now() + kBetweenTellings;
};

// Rows on their way to the peer, many in one message.
class SentRows : public RowVisitor {
 public:
  using SendMessage = std::function<Result<void>(const Message& message)>;
  explicit SentRows(SendMessage send) : send_(std::move(send)) {}

  Result<void> visit(std::size_t index, const rows::CanonicalRow& row, RowOrder order) override {
    const auto copied = [](ByteView bytes) { return Bytes(bytes.begin(), bytes.end()); };
    waiting_.rows.push_back({index, order, row.key_size, copied(row.bytes), copied(row.spelled)});
    bytes_ += kLeastRowBytes + row.bytes.size() + row.spelled.size();
    return bytes_ < kRowsBytes ? Result<void>() : flush();
  }

  Result<void> end() {
    waiting_.is_last = true;
    return flush();
  }

 private:
  Result<void> flush() {
    bytes_ = 0;
    return send_(std::exchange(waiting_, {}));
  }

  SendMessage send_;
  Rows waiting_;
  std::uint64_t bytes_ = 0;
};

Listing listing_of(const Agree& agree, ByteView items) {
  const std::size_t width = agree.shape.key_width().value;
  Listing listing{Entries(width, 0), Entries(width, 0)};
  const std::array<std::uint64_t, 1> once = {1};
  for (std::size_t at = 0; at < items.size(); at += width)
    listing.inserted.append(items.subspan(at, width), {}, once);
  return listing;
}

}  // namespace

Result<void> Responder::receive(ByteView bytes) {
  if (is_over()) return {};
  reader_.receive(bytes);
  while (!is_over()) {
    const auto message = reader_.next();
    Result<void> answered;
    if (!message) {
      answered = failure(message.error());
    } else if (!*message) {
      return {};
    } else {
      answered = take(**message);
    }
    if (answered) continue;
    state_ = State::over;
    // If the peer has gone, nobody is told.
    (void)send(Refused{answered.error().code(), answered.error().sentence().substr(0, kMostSentenceBytes)});
    return answered;
  }
  return {};
}

Result<void> Responder::end() {
  if (is_over() || (state_ == State::strange && reader_.unread().empty())) return {};
  state_ = State::over;
  return failure(ErrorCode::io, "the other side has closed the connection before it said goodbye");
}

bool Responder::is_due(const Message& message) const {
  if (std::holds_alternative<Hello>(message)) return state_ == State::strange;
  if (std::holds_alternative<Bye>(message)) return state_ != State::strange;
  if (std::holds_alternative<Open>(message)) return state_ != State::strange;
  if (std::holds_alternative<Apply>(message)) return state_ == State::planned;
  if (std::holds_alternative<Changes>(message)) return changes_ != nullptr;
  if (std::holds_alternative<PlanEdit>(message)) return edit_ != nullptr && state_ == State::open;
  if (edit_ != nullptr) return std::holds_alternative<EditTable>(message) && state_ == State::open;
  if (std::holds_alternative<More>(message) || std::holds_alternative<Enough>(message))
    return stream_.has_value();
  return state_ == State::open;
}

Result<void> Responder::take(const Message& message) {
  if (!is_due(message)) return unexpected(message);
  return std::visit(
      [this, &message]<class Content>(const Content& content) { return dispatch(message, content); },
      message);
}

template <class Content>
Result<void> Responder::dispatch(const Message& message, const Content& content) {
  constexpr bool is_request = std::is_same_v<Content, Hello> || std::is_same_v<Content, Open> ||
                              std::is_same_v<Content, Agree> || std::is_same_v<Content, More> ||
                              std::is_same_v<Content, Enough> || std::is_same_v<Content, Resolve> ||
                              std::is_same_v<Content, Scan> || std::is_same_v<Content, EditTable> ||
                              std::is_same_v<Content, Changes> || std::is_same_v<Content, PlanEdit> ||
                              std::is_same_v<Content, Apply> || std::is_same_v<Content, Bye>;
  if constexpr (is_request) {
    return answer(content);
  } else {
    return unexpected(message);
  }
}

Result<void> Responder::answer(const Hello& hello) {
  most_message_bytes_ = std::min(kMaxMessageBytes, hello.most_message_bytes);
  if (auto checked = check_versions(hello); !checked) return checked;
  state_ = State::greeted;
  return send(Hello{.program = options_.program});
}

Result<void> Responder::answer(const Open& open) {
  forget_edit();
  stream_.reset();
  agreed_.reset();
  endpoint_.reset();
  auto endpoint = host_(open);
  if (!endpoint) return failure(endpoint.error());
  endpoint_ = std::move(*endpoint);
  state_ = State::open;
  return send(Describe{endpoint_->schema(), endpoint_->place(), endpoint_->bytes()});
}

Result<void> Responder::answer(const Agree& agree) {
  if (agreed_) {
    return failure(ErrorCode::unsupported,
                   "a second agreement about one source; accepted is one, or to open the source again");
  }
  if (auto checked = check(agree.terms); !checked) return checked;
  const std::uint64_t block_bytes = wire::full_block(agree.shape, 0).size() * agree.shape.shards() *
                                    agree.shape.cell_words() * sizeof(std::uint64_t);
  if (block_bytes > options_.memory_bytes) {
    return failure(ErrorCode::limit_exceeded,
                   "a block of cells takes " + std::to_string(block_bytes) + " bytes of memory, of which " +
                       std::to_string(options_.memory_bytes) + " are allowed here; ask for fewer shards");
  }
  agreed_ = agree;
  auto cells = endpoint_->stream(plan(), agree.shape, options_.memory_bytes);
  if (!cells) return failure(cells.error());
  stream_.emplace(Stream{.cells = std::move(*cells)});
  return send_cells();
}

Result<void> Responder::answer(const More& more) {
  if (more.blocks > stream_->sent.size() || more.blocks < stream_->acknowledged) {
    return failure(ErrorCode::malformed,
                   std::to_string(more.blocks) + " blocks of cells are acknowledged; accepted is " +
                       std::to_string(stream_->acknowledged) + " to " + std::to_string(stream_->sent.size()));
  }
  stream_->acknowledged = more.blocks;
  return send_cells();
}

Result<void> Responder::answer(const Enough&) {
  stream_.reset();
  return {};
}

Result<void> Responder::answer(const Resolve& resolve) {
  if (!agreed_) return failure(ErrorCode::malformed, "rows are asked for before anything was agreed");
  stream_.reset();
  const auto items = RowItems::from(agreed_->scheme, agreed_->hashing);
  if (!items) return failure(items.error());
  if (resolve.items.size() % items->width() != 0) {
    return failure(ErrorCode::malformed, std::to_string(resolve.items.size()) +
                                             " bytes of items, of which each has " +
                                             std::to_string(items->width()));
  }
  // On which side an item was listed makes no difference here: all of them are looked for.
  Listing listing = listing_of(*agreed_, resolve.items);
  const WantedItems wanted(listing, *items, agreed_->hashing.seed().derive(kPurposeOfWanted));
  if (wanted.size() * items->width() != resolve.items.size())
    return failure(ErrorCode::malformed, "an item is asked for twice; accepted is each once");
  SentRows rows([this](const Message& message) { return send(message); });
  TellingWatch watch(watch_, [this] { tell_progress(); });
  if (auto resolved = endpoint_->resolve(plan(), wanted, rows, watch); !resolved) return resolved;
  return rows.end();
}

Result<void> Responder::answer(const Scan& scan) {
  stream_.reset();
  if (auto checked = check(scan.terms); !checked) return checked;
  SentRows rows([this](const Message& message) { return send(message); });
  if (auto scanned = endpoint_->scan(scan.terms, scan.side, rows, watch_); !scanned) return scanned;
  return rows.end();
}

Result<void> Responder::answer(const EditTable& edit) {
  stream_.reset();
  if (auto checked = check(edit.terms); !checked) return checked;
  if (edited_.size() == kMaxListEntries) {
    return failure(ErrorCode::limit_exceeded,
                   "more than " + std::to_string(kMaxListEntries) + " tables are to be changed at once");
  }
  if (!edit_) {
    if (options_.spill == nullptr) return failure(ErrorCode::unsupported, "nothing is written here");
    auto begun = endpoint_->edit({options_.memory_bytes, *options_.spill});
    if (!begun) return failure(begun.error());
    edit_ = std::move(*begun);
  }
  const EditTable& kept = edited_.emplace_back(edit);
  const auto sink = edit_->begin(kept.terms, kept.wanted);
  if (!sink) return failure(sink.error());
  changes_ = *sink;
  return {};
}

Result<void> Responder::answer(const Changes& changes) {
  const Terms& terms = edited_.back().terms;
  for (const Changes::One& one : changes.changes) {
    Change change{.kind = one.kind, .count = one.count};
    if (one.kind != Change::Kind::added) change.left = one.left.known();
    if (one.kind != Change::Kind::removed) change.right = one.right.known();
    for (const KnownRow* const known : {&change.left, &change.right}) {
      if (!known->is_whole()) continue;
      if (!is_row(terms, known->row))
        return failure(ErrorCode::malformed, "a change is of a row that the terms do not have");
      change_bytes_ += known->row.bytes.size() + known->row.spelled.size();
    }
    if (change_bytes_ > kMostChangeBytes) {
      return failure(ErrorCode::limit_exceeded, "the changes have more than " +
                                                    std::to_string(kMostChangeBytes) +
                                                    " bytes, which is the most that is kept here; copy the "
                                                    "data instead");
    }
    if (auto taken = changes_->take(change); !taken) return taken;
    ++changes_taken_;
  }
  return {};
}

Result<void> Responder::answer(const PlanEdit& plan) {
  if (plan.changes != changes_taken_) {
    return failure(ErrorCode::malformed, "there should be " + std::to_string(plan.changes) +
                                             " changes, and " + std::to_string(changes_taken_) +
                                             " have come");
  }
  stream_.reset();
  agreed_.reset();
  endpoint_.reset();  // whoever reads a database may keep others from writing it
  changes_ = nullptr;
  auto notes = edit_->plan(watch_);
  if (!notes) return failure(notes.error());
  state_ = State::planned;
  return send(Planned{std::move(*notes)});
}

Result<void> Responder::answer(const Apply&) {
  if (auto applied = edit_->apply(watch_); !applied) return applied;
  forget_edit();
  state_ = State::greeted;
  return send(Applied());
}

void Responder::forget_edit() {
  changes_ = nullptr;
  change_bytes_ = changes_taken_ = 0;
  edit_.reset();
  edited_.clear();
}

Result<void> Responder::answer(const Bye&) {
  state_ = State::over;
  return {};
}

Result<void> Responder::send(const Message& message) {
  const Bytes bytes = encode(message);
  if (bytes.size() > most_message_bytes_) {
    const std::string what = std::holds_alternative<Rows>(message) ? "a row" : std::string(name_of(message));
    return failure(ErrorCode::limit_exceeded, what + " is too long to be sent: a message of " +
                                                  std::to_string(bytes.size()) + " bytes, where at most " +
                                                  std::to_string(most_message_bytes_) + " are read");
  }
  return send_(bytes);
}

// In flight is never more than was acknowledged before, or a first window where that is more. A block alone
// may always be.
Result<void> Responder::send_cells() {
  Stream& stream = *stream_;
  for (;;) {
    if (!stream.next) {
      if (stream.is_usually_enough && stream.acknowledged == 0) return {};
      const auto cells = stream.cells->next(TellingWatch(watch_, [this] { tell_progress(); }));
      if (!cells) return failure(cells.error());
      stream.next = Cells{cells->totals(), wire::block_content(*cells, cells->range())};
      stream.is_usually_enough = cells->range().end >= kFirstCellsForEachRow * cells->totals().gross;
    }
    const std::uint64_t before = stream.bytes_until(stream.sent.size());
    const std::uint64_t acknowledged = stream.bytes_until(stream.acknowledged);
    const std::uint64_t after = before + stream.next->content.size();
    if (before > acknowledged && after - acknowledged > std::max(kFirstWindow, acknowledged)) return {};
    stream.sent.push_back(after);
    if (auto sent = send(*std::exchange(stream.next, {})); !sent) return sent;
  }
}

// Where it cannot be told, the next answer shows that the peer has gone.
void Responder::tell_progress() {
  (void)send(Progress{endpoint_->bytes_read(), endpoint_->bytes()});
}

// A source of lines has no cells that terms of a table could name, and a database has no lines.
Result<void> Responder::check(const Terms& terms) const {
  if (terms.is_table == endpoint_->schema().is_table) return {};
  return failure(ErrorCode::incompatible,
                 endpoint_->name() + (terms.is_table ? " is read as lines, and the terms are of a table"
                                                     : " is a table, and the terms are of lines"));
}

ItemPlan Responder::plan() const {
  return {agreed_->terms, agreed_->side, agreed_->scheme, agreed_->hashing};
}

tl::unexpected<Error> Responder::unexpected(const Message& message) const {
  return failure(ErrorCode::malformed,
                 "a message of the type " + std::string(name_of(message)) + " came where another was due");
}

}  // namespace peel::reconcile::session
