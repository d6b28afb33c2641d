// Sources of other machines: ssh://host/data.csv, or host:data.csv as rsync has it. A program there reads its
// rows and answers for them; what differs travels, and little else. Link peel::sources.
#pragma once

#include "peel/core/result.hpp"
#include "peel/reconcile/endpoint.hpp"
#include "peel/reconcile/terms.hpp"
#include "peel/reconcile/watch.hpp"
#include "peel/sources/reading.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace peel::sources {

// Where a source is, and what it is called there.
struct FarName {
  std::string host;  // with the user before it, if one is given: anna@host
  std::optional<std::uint16_t> port = {};
  std::string source;  // a path is absolute, or relative to the home folder

  friend bool operator==(const FarName&, const FarName&) = default;
};

// Nothing for what is not far away: paths, and sqlite:... A file that is here is never taken for a far one.
// Fails with `invalid_argument` for ssh://... that cannot be, and for hosts that begin with -.
Result<std::optional<FarName>> far_name(const std::string& text);

// What may be done to sources of another machine.
enum class FarAccess : std::uint8_t { read, write };

// How the program there is started: SHELL [-p PORT] [USER@]HOST PEEL serve --stdio, and --allow-write if
// something is to be changed there. The source is not part of the command line, which a shell there reads.
struct FarCommand {
  std::vector<std::string> shell = {"ssh", "-xT"};
  std::string peel = "peel";
  FarAccess access = FarAccess::read;
};

// Starts the program there, greets it, and opens the source. The endpoint ends the program. Fails with what
// is wrong on either side.
Result<std::unique_ptr<reconcile::Endpoint>> open_far(const FarName& far, std::string name,
                                                      const FarCommand& command, const Reading& reading,
                                                      const reconcile::TermsRequest& request,
                                                      reconcile::Side side, const reconcile::Watch& watch);

struct ServeOptions {
  std::optional<std::string> source = {};  // the only one that is opened, whatever is asked for
  std::optional<std::string> root = {};    // paths begin here, and none leads out of it
  FarAccess access = FarAccess::read;
  std::uint64_t memory_bytes = std::uint64_t{64} << 20;
};

// Answers a peer that writes to the descriptor `in` and reads from `out`, until it says goodbye. Fails where
// the session ends in trouble; the peer has heard the same sentence.
Result<void> serve(int in, int out, const ServeOptions& options, reconcile::Watch& watch);

}  // namespace peel::sources
