package org.esbmt.administration.console.internal.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.OperationAdministration;
import org.esbmt.administration.api.OperationAdministration.LoggedView;
import org.esbmt.administration.api.OperationAdministration.OnNodes;
import org.esbmt.administration.api.OperationAdministration.OperationView;
import org.esbmt.administration.api.OperationAdministration.UnderWayView;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.console.internal.view.Block;
import org.esbmt.administration.console.internal.view.Block.Empty;
import org.esbmt.administration.console.internal.view.Cell;
import org.esbmt.administration.console.internal.view.View;
import org.esbmt.administration.console.internal.web.Answer;
import org.esbmt.administration.console.internal.web.Answer.Progress;
import org.esbmt.administration.console.internal.web.Answer.Shown;
import org.esbmt.administration.console.internal.web.Call;
import org.esbmt.administration.console.internal.web.Routes;
import org.esbmt.tenancy.api.TenantId;

/** The changes that were sent to the nodes, and the batches under way. */
final class OperationPages {
    private final Contract contract;

    OperationPages(Contract contract) {
        this.contract = contract;
    }

    void addTo(Routes routes) {
        routes.page("operations", this::list);
        routes.page("operations/events", this::progressOfBatches);
        routes.page("operations/{operation}", this::show);
        routes.page("operations/{operation}/events", this::progress);
    }

    private Answer list(Call call) throws AdministrationException {
        Page<LoggedView> page = contract.operations().newest(call.by(), call.page());
        List<UnderWayView> batches = contract.operations().batchesUnderWay(call.by());
        List<List<Cell>> rows = batches.stream().map(batch -> row(call, batch)).toList();
        return new Shown(View.of(
                call.text("operations.title"),
                new Block.Live(
                        "batches",
                        call.link("operations"),
                        call.link("operations", "events"),
                        !batches.isEmpty(),
                        call.text("live.again"),
                        List.of(Parts.table(
                                call,
                                "batches-table",
                                "batches.caption",
                                Parts.columns(
                                        call,
                                        "operation.id",
                                        "operation.by",
                                        "batch.phase",
                                        "batch.steps",
                                        "batch.since"),
                                rows,
                                "batches.empty"))),
                Parts.table(
                        call,
                        "operations",
                        "operations.caption",
                        Parts.columns(
                                call,
                                "operation.id",
                                "operation.kind",
                                "operation.tenant",
                                "operation.at",
                                "#operation.revision"),
                        page,
                        operation -> List.of(
                                new Cell.Linked(
                                        call.link("operations", operation.id().toString()),
                                        operation.id().toString()),
                                new Cell.Data(operation.kind()),
                                operation
                                        .tenant()
                                        .<Cell>map(tenant -> tenant(call, tenant))
                                        .orElse(Cell.NONE),
                                new Cell.Moment(operation.at()),
                                new Cell.Count(operation.revision())),
                        Empty.of(call.text("operations.empty")))));
    }

    private Answer progressOfBatches(Call call) throws AdministrationException {
        List<UnderWayView> batches = contract.operations().batchesUnderWay(call.by());
        return new Progress(batches, !batches.isEmpty());
    }

    private Answer progress(Call call) throws AdministrationException {
        Found found = find(call);
        return new Progress(found, found.isRunning());
    }

    /** The address of the stream of an operation's progress. */
    static String events(Call call, UUID operation) {
        return call.link("operations", operation.toString(), "events");
    }

    private static Cell tenant(Call call, TenantId tenant) {
        return new Cell.Linked(call.link("tenants", tenant.toString()), tenant.toString());
    }

    private static List<Cell> row(Call call, UnderWayView batch) {
        return List.of(
                new Cell.Linked(
                        call.link("operations", batch.id().toString()),
                        batch.id().toString()),
                new Cell.Data(batch.by()),
                Parts.state(batch.phase()),
                new Cell.Use(batch.done(), batch.steps(), call.text("batch.progress", batch.done(), batch.steps())),
                new Cell.Moment(batch.since()));
    }

    /** An operation: a batch under way until its decision. */
    private record Found(UUID id, Optional<OperationView> decided, Optional<UnderWayView> underWay) {
        boolean isRunning() {
            return decided.isEmpty() || decided.get().pending();
        }
    }

    private Found find(Call call) throws AdministrationException {
        UUID id = call.identified(call.segment("operation"), UUID::fromString);
        Optional<UnderWayView> underWay = contract.operations().batchesUnderWay(call.by()).stream()
                .filter(batch -> batch.id().equals(id))
                .findFirst();
        Optional<OperationView> decided = contract.operations().find(call.by(), id);
        if (decided.isEmpty() && underWay.isEmpty()) {
            throw Parts.notFound("No change was made under this identifier, or the journal has forgotten it");
        }
        return new Found(id, decided, decided.isPresent() ? Optional.empty() : underWay);
    }

    private Answer show(Call call) throws AdministrationException {
        Found found = find(call);
        List<Block> blocks = new ArrayList<>();
        found.underWay().ifPresent(batch -> {
            blocks.add(Block.Facts.of(
                    Parts.fact(call, "operation.by", new Cell.Data(batch.by())),
                    Parts.fact(call, "batch.phase", Parts.state(batch.phase())),
                    Parts.fact(
                            call,
                            "batch.steps",
                            new Cell.Use(
                                    batch.done(),
                                    batch.steps(),
                                    call.text("batch.progress", batch.done(), batch.steps())))));
        });
        found.decided().ifPresent(operation -> blocks.addAll(outcome(call, operation)));
        return new Shown(new View(
                call.text("operation.title"),
                List.of(new Cell.Deed(call.link("operations"), call.text("menu.operations"))),
                List.of(
                        Block.Facts.of(Parts.fact(
                                call, "operation.id", new Cell.Code(found.id().toString()))),
                        new Block.Live(
                                "outcome",
                                call.path(),
                                events(call, found.id()),
                                found.isRunning(),
                                call.text("live.again"),
                                blocks))));
    }

    private static List<Block> outcome(Call call, OperationView operation) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(Block.Facts.of(
                Parts.fact(call, "operation.kind", new Cell.Data(operation.kind())),
                Parts.fact(call, "operation.by", new Cell.Data(operation.by())),
                Parts.fact(call, "operation.at", new Cell.Moment(operation.at())),
                Parts.fact(
                        call,
                        "operation.result",
                        operation.result().isEmpty() ? Cell.NONE : new Cell.Data(operation.result())),
                Parts.fact(
                        call,
                        "operation.state",
                        operation
                                .onNodes()
                                .map(nodes -> Parts.state(nodes.state()))
                                .orElse(new Cell.Words(call.text("operation.noNodes"))))));
        operation.onNodes().ifPresent(nodes -> blocks.add(answers(call, nodes)));
        return blocks;
    }

    /** The answers of the nodes to a change. */
    static Block answers(Call call, OnNodes nodes) {
        List<List<Cell>> rows = new ArrayList<>();
        nodes.answers()
                .forEach((node, answer) -> rows.add(List.of(
                        new Cell.Code(node.toString()),
                        Parts.state(answer.result()),
                        answer.reason().<Cell>map(Cell.Sentence::new).orElse(Cell.NONE))));
        nodes.waiting()
                .forEach(node -> rows.add(List.of(
                        new Cell.Code(node.toString()),
                        Parts.state(OperationAdministration.State.PENDING),
                        Cell.NONE)));
        return Parts.table(
                call,
                "answers",
                "operation.answers",
                Parts.columns(call, "operation.node", "operation.answer", "operation.reason"),
                rows,
                "operation.answers.empty");
    }
}
