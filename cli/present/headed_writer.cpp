#include "cli/present/change_writer.hpp"

#include <utility>

namespace peel::cli {

namespace {

class HeadedWriter : public ChangeWriter {
 public:
  HeadedWriter(std::unique_ptr<ChangeWriter> writer, std::string heading, Output& output)
      : writer_(std::move(writer)), heading_(std::move(heading)), output_(output) {}

  void write(const ShownChange& change) override {
    output_.write(heading_);
    heading_.clear();
    writer_->write(change);
  }
  void flush() override { writer_->flush(); }

 private:
  std::unique_ptr<ChangeWriter> writer_;
  std::string heading_;
  Output& output_;
};

}  // namespace

std::unique_ptr<ChangeWriter> headed_writer(std::unique_ptr<ChangeWriter> writer, const std::string& table,
                                            Output& output) {
  return std::make_unique<HeadedWriter>(std::move(writer), "table " + word_text(table) + ":\n", output);
}

}  // namespace peel::cli
