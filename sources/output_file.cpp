#include "sources/output_file.hpp"

#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <utility>

namespace peel::sources {

namespace {

constexpr std::array<int, 3> kEndings{SIGINT, SIGTERM, SIGHUP};

// What the signal handler removes; a handler can reach nothing but globals. Changed only while the signals
// are blocked.
std::array<char, PATH_MAX> doomed{};

void remove_and_end(int signal_number) {
  if (doomed[0] != '\0') unlink(doomed.data());
  std::signal(signal_number, SIG_DFL);
  std::raise(signal_number);
}

class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t endings;
    sigemptyset(&endings);
    for (const int ending : kEndings) sigaddset(&endings, ending);
    sigprocmask(SIG_BLOCK, &endings, &before_);
  }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;
  ~SignalsBlocked() { sigprocmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_;
};

// Signals that the caller wants ignored, as nohup does, stay ignored.
void catch_endings() {
  for (const int ending : kEndings) {
    struct sigaction before {};
    sigaction(ending, nullptr, &before);
    if (before.sa_handler == SIG_DFL) std::signal(ending, remove_and_end);
  }
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows beyond its limit is an error, not a death
}

tl::unexpected<Error> cannot(const std::string& path, int reason) {
  return failure(ErrorCode::io,
                 "cannot write " + (path.empty() ? "''" : path) + ": " + std::strerror(reason));
}

// Said of a file that is there and may be written, in a folder where nothing may be added.
tl::unexpected<Error> cannot_replace(const std::string& path, int reason) {
  return failure(ErrorCode::io, "cannot write " + path +
                                    ": the file that is to replace it cannot be made in " +
                                    "its folder: " + std::strerror(reason));
}

// The file that a name leads to, through symbolic links; the name itself if there is none yet.
std::string resolved(const std::string& path) {
  char* const real = realpath(path.c_str(), nullptr);
  if (real == nullptr) return path;
  std::string target(real);
  std::free(real);
  return target;
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

// A file with a name of its own in the folder, or -1.
int create_temporary(const std::string& folder, mode_t mode, std::string& name) {
  constexpr int kAttempts = 100;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    name = folder + ".peel-" + std::to_string(getpid()) + "-" + std::to_string(attempt) + ".tmp";
    if (name.size() >= doomed.size()) {
      errno = ENAMETOOLONG;
      return -1;
    }
    const SignalsBlocked blocked;
    const int descriptor = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (descriptor >= 0) std::memcpy(doomed.data(), name.c_str(), name.size() + 1);
    if (descriptor >= 0 || errno != EEXIST) return descriptor;
  }
  return -1;
}

// Copies the access list of a file, if it has one. The mode alone would say more than the list did: with a
// list, the mode's bits for the group are the most that anybody named there may do.
bool keep_access_list(const std::string& target, int descriptor) {
  constexpr const char* kAccessList = "system.posix_acl_access";
  std::array<char, std::size_t{1} << 16> list;
  const ssize_t size = getxattr(target.c_str(), kAccessList, list.data(), list.size());
  return size <= 0 || fsetxattr(descriptor, kAccessList, list.data(), static_cast<std::size_t>(size), 0) == 0;
}

// Gives a new file what the one has that it will replace: mode and access list, and owner and group where
// that is allowed. Where the group cannot be kept, it may do no more than everybody, since what was for one
// group is not for another. False if the system refuses, with errno.
bool keep_permissions(const std::string& target, const struct stat& before, int descriptor) {
  constexpr auto kUnchanged = static_cast<uid_t>(-1);
  constexpr mode_t kAll = 0777;
  constexpr mode_t kGroup = 0070;
  constexpr mode_t kOthers = 0007;
  const bool keeps_group = fchown(descriptor, before.st_uid, before.st_gid) == 0 ||
                           fchown(descriptor, kUnchanged, before.st_gid) == 0;
  const mode_t mode = before.st_mode & kAll;
  if (keeps_group) return fchmod(descriptor, mode) == 0 && keep_access_list(target, descriptor);
  const mode_t withheld = kGroup & ~((mode & kOthers) << 3);
  return fchmod(descriptor, mode & ~withheld) == 0;
}

// Best effort: some file systems do not allow it, and the file itself is on the disk already.
void sync_folder(const std::string& folder) {
  const int descriptor = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  fsync(descriptor);
  close(descriptor);
}

}  // namespace

OutputFile::OutputFile(std::string path, std::string target, std::string temporary, int descriptor)
    : path_(std::move(path)),
      target_(std::move(target)),
      temporary_(std::move(temporary)),
      descriptor_(descriptor) {}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (temporary_.empty()) return;
  const SignalsBlocked blocked;
  unlink(temporary_.c_str());
  doomed[0] = '\0';
}

tl::unexpected<Error> OutputFile::cannot_write(int reason) const {
  return cannot(path_, reason);
}

Result<OutputFile> OutputFile::create(const std::string& path) {
  const std::string target = resolved(path);
  struct stat about {};
  const bool exists = stat(target.c_str(), &about) == 0;
  if (!exists && errno != ENOENT) return cannot(path, errno);
  if (target.empty() || target.back() == '/') return cannot(path, target.empty() ? ENOENT : EISDIR);
  if (exists && S_ISDIR(about.st_mode)) return cannot(path, EISDIR);
  if (exists && access(target.c_str(), W_OK) != 0) return cannot(path, errno);
  if (exists && !S_ISREG(about.st_mode)) {
    const int descriptor = open(target.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) return cannot(path, errno);
    return OutputFile(path, target, "", descriptor);
  }
  catch_endings();
  std::string temporary;
  // Nobody else may look into it before it is known who may.
  const int descriptor = create_temporary(folder_of(target), exists ? 0600 : 0666, temporary);
  if (descriptor < 0 && exists) return cannot_replace(path, errno);
  if (descriptor < 0) return cannot(path, errno);
  OutputFile file(path, target, temporary, descriptor);
  if (exists && !keep_permissions(target, about, descriptor)) return cannot(path, errno);
  return file;
}

Result<void> OutputFile::write(ByteView bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return cannot_write(errno);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return {};
}

Result<void> OutputFile::commit(const std::function<Result<void>()>& last_check) {
  if (!temporary_.empty() && fsync(descriptor_) != 0) return cannot_write(errno);
  if (close(std::exchange(descriptor_, -1)) != 0) return cannot_write(errno);
  if (temporary_.empty()) return {};
  if (last_check) {
    if (auto checked = last_check(); !checked) return checked;
  }
  {
    const SignalsBlocked blocked;
    if (std::rename(temporary_.c_str(), target_.c_str()) != 0) return cannot_write(errno);
    doomed[0] = '\0';
    temporary_.clear();
  }
  sync_folder(folder_of(target_));
  return {};
}

}  // namespace peel::sources
