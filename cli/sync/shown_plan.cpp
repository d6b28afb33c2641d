#include "cli/sync/shown_plan.hpp"

#include <utility>

namespace peel::cli {

std::unique_ptr<ChangeWriter> ShownPlan::writer_for(const Terms& terms) {
  if (options_.quiet) return nullptr;
  auto writer = options_.json ? json_writer(terms, output_) : text_writer(terms, choices_.style, output_);
  if (options_.json || terms.table.empty()) return writer;
  return headed_writer(std::move(writer), terms.table, output_);
}

Result<reconcile::ChangeSink*> ShownPlan::begin(const Terms& terms) {
  writer_ = writer_for(terms);
  if (writer_) writer_->begin();
  reporter_.emplace(terms, writer_.get(), left_to_show_);
  return &*reporter_;
}

Result<void> ShownPlan::end(const Terms&, const reconcile::Report&) {
  if (writer_) writer_->flush();
  left_to_show_ = reporter_->left_to_show();
  not_shown_ += reporter_->not_shown();
  reporter_->returns().note({"RIGHT", "LEFT"});
  reporter_.reset();  // the terms may be gone from here on
  writer_.reset();
  return {};
}

}  // namespace peel::cli
