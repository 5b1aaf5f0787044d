package org.esbmt.administration.console.internal.page;

import java.util.ArrayList;
import java.util.List;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.batch.SentArchives;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.administration.api.command.BatchReport;
import org.esbmt.administration.console.internal.view.Block;
import org.esbmt.administration.console.internal.view.Block.FormKind;
import org.esbmt.administration.console.internal.view.Cell;
import org.esbmt.administration.console.internal.view.Field;
import org.esbmt.administration.console.internal.view.Field.Option;
import org.esbmt.administration.console.internal.view.View;
import org.esbmt.administration.console.internal.web.Answer;
import org.esbmt.administration.console.internal.web.Answer.Moved;
import org.esbmt.administration.console.internal.web.Answer.Shown;
import org.esbmt.administration.console.internal.web.Call;
import org.esbmt.administration.console.internal.web.Routes;

/** The editor of batches. */
final class BatchPages {
    private static final String PLAN = "plan";
    private static final String RUN = "run";

    private final Contract contract;

    BatchPages(Contract contract) {
        this.contract = contract;
    }

    void addTo(Routes routes) {
        routes.page("batch", this::show);
        routes.upload("batch/submit", this::show, this::submit);
    }

    private Answer show(Call call) {
        return new Shown(view(call, "", PLAN, List.of()));
    }

    private static View view(Call call, String text, String mode, List<Block> before) {
        List<Block> blocks = new ArrayList<>(before);
        blocks.add(Parts.change(
                call,
                "batch",
                "batch.submit",
                call.link("batch", "submit"),
                FormKind.UPLOAD,
                Field.area("batch", call.text("batch.text"))
                        .saying(call.text("batch.text.help"))
                        .with(text),
                Field.files("archives", call.text("batch.archives")).saying(call.text("batch.archives.help")),
                Field.choice(
                                "mode",
                                call.text("batch.mode"),
                                List.of(
                                        new Option(PLAN, call.text("batch.plan"), false, false),
                                        new Option(RUN, call.text("batch.run"), false, false)))
                        .with(mode)));
        return new View(call.text("batch.title"), List.of(), blocks);
    }

    private Answer submit(Call call) throws AdministrationException {
        String text = call.form().text("batch");
        Batch batch = read(call, text);
        if (call.form().text("mode").equals(RUN)) {
            BatchReport report = contract.administration().execute(call.changing(), batch);
            return Moved.done(call.link("operations", report.operation().toString()), "batch.done");
        }
        BatchReport plan = contract.administration().dryRun(call.changing(), batch);
        return new Shown(view(call, text, RUN, List.of(plan(call, plan))));
    }

    private static Batch read(Call call, String text) throws AdministrationException {
        SentArchives archives = new SentArchives();
        try {
            call.files("archives").forEach(file -> archives.add(file.name(), file.bytes()));
            return archives.read(text);
        } catch (IllegalArgumentException e) {
            throw Call.invalid(String.valueOf(e.getMessage()));
        }
    }

    private static Block plan(Call call, BatchReport plan) {
        List<List<Cell>> rows = plan.steps().stream()
                .map(step -> List.<Cell>of(
                        new Cell.Count(step.number()),
                        new Cell.Data(step.operation()),
                        new Cell.Data(step.object()),
                        step.tenant()
                                .<Cell>map(tenant -> new Cell.Code(tenant.toString()))
                                .orElse(Cell.NONE)))
                .toList();
        return new Block.Section(
                "plan",
                call.text("plan.heading"),
                List.of(
                        new Block.Paragraph(call.text("plan.words", plan.forNodes())),
                        Parts.table(
                                call,
                                "plan-table",
                                "plan.caption",
                                Parts.columns(call, "#plan.step", "plan.operation", "plan.object", "plan.tenant"),
                                rows,
                                "plan.empty")));
    }
}
