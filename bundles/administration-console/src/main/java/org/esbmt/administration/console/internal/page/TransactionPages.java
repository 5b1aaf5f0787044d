package org.esbmt.administration.console.internal.page;

import java.util.ArrayList;
import java.util.List;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.TransactionOversight.BranchView;
import org.esbmt.administration.api.TransactionOversight.HeuristicView;
import org.esbmt.administration.api.TransactionOversight.ResourceView;
import org.esbmt.administration.api.TransactionOversight.TransactionsView;
import org.esbmt.administration.api.command.NodeCommand.ForgetHeuristic;
import org.esbmt.administration.api.command.NodeCommand.RecoverTransactions;
import org.esbmt.administration.api.command.NodeCommand.RetireResource;
import org.esbmt.administration.console.internal.view.Block;
import org.esbmt.administration.console.internal.view.Block.FormKind;
import org.esbmt.administration.console.internal.view.Cell;
import org.esbmt.administration.console.internal.view.Cell.Tone;
import org.esbmt.administration.console.internal.view.Field;
import org.esbmt.administration.console.internal.view.Field.Option;
import org.esbmt.administration.console.internal.view.View;
import org.esbmt.administration.console.internal.web.Answer;
import org.esbmt.administration.console.internal.web.Answer.Moved;
import org.esbmt.administration.console.internal.web.Answer.Shown;
import org.esbmt.administration.console.internal.web.Call;
import org.esbmt.administration.console.internal.web.Routes;

/** The distributed transactions of this node. */
final class TransactionPages {
    private final Contract contract;

    TransactionPages(Contract contract) {
        this.contract = contract;
    }

    void addTo(Routes routes) {
        routes.page("transactions", this::show);
        routes.change("transactions/recover", this::show, this::recover);
        routes.confirmed("transactions/retire", this::show, this::retire);
        routes.change("transactions/forget", this::show, this::forget);
    }

    private Answer recover(Call call) throws AdministrationException {
        contract.administration().execute(call.by(), new RecoverTransactions());
        return Moved.done(call.link("transactions"), "transactions.recovered");
    }

    private Answer retire(Call call) throws AdministrationException {
        contract.administration()
                .execute(
                        call.by(),
                        new RetireResource(
                                call.form().text("resource"),
                                call.form().text("typed").strip()));
        return Moved.done(call.link("transactions"), "transactions.retired");
    }

    private Answer forget(Call call) throws AdministrationException {
        contract.administration()
                .execute(
                        call.by(),
                        new ForgetHeuristic(
                                call.form().text("transaction").strip(),
                                call.form().text("resource").strip()));
        return Moved.done(call.link("transactions"), "transactions.forgotten");
    }

    private Answer show(Call call) throws AdministrationException {
        TransactionsView all = contract.transactions().transactions(call.by());
        List<Block> blocks = new ArrayList<>();
        blocks.add(Block.Facts.of(
                Parts.fact(
                        call, "transactions.phase", Parts.state(all.recovery().phase())),
                Parts.fact(
                        call,
                        "transactions.next",
                        new Cell.Words(call.text(
                                "transactions.phase." + all.recovery().phase().name()))),
                Parts.fact(
                        call,
                        "transactions.lastRun",
                        all.recovery().lastRun().<Cell>map(Cell.Moment::new).orElse(Cell.NONE)),
                Parts.fact(call, "transactions.missing", data(all.recovery().missing())),
                Parts.fact(
                        call, "transactions.problems", sentences(all.recovery().problems()))));
        blocks.add(inDoubt(call, all.inDoubt()));
        blocks.add(heuristics(call, all.heuristics()));
        blocks.add(resources(call, all.resources()));
        blocks.add(Parts.change(
                call, "recover", "transactions.recover", call.link("transactions", "recover"), FormKind.PLAIN));
        List<Option> missing = all.resources().stream()
                .filter(resource -> !resource.registered())
                .map(resource -> Option.name(resource.name()))
                .toList();
        if (!missing.isEmpty()) {
            List<Field> fields = new ArrayList<>();
            fields.add(Field.choice("resource", call.text("transactions.resource"), missing));
            fields.add(Field.text("typed", call.text("transactions.typed")).saying(call.text("typed.help")));
            fields.addAll(Parts.confirmation(call));
            blocks.add(Parts.change(
                    call,
                    "retire",
                    "transactions.retire",
                    call.link("transactions", "retire"),
                    FormKind.FINAL,
                    fields.toArray(new Field[0])));
        }
        if (!all.heuristics().isEmpty()) {
            blocks.add(Parts.change(
                    call,
                    "forget",
                    "transactions.forget",
                    call.link("transactions", "forget"),
                    FormKind.FINAL,
                    Field.text("transaction", call.text("transactions.transaction")),
                    Field.text("resource", call.text("transactions.resource"))));
        }
        return new Shown(new View(call.text("transactions.title"), List.of(), blocks));
    }

    private static Cell data(List<String> texts) {
        return texts.isEmpty()
                ? Cell.NONE
                : new Cell.Many(
                        texts.stream().map(text -> (Cell) new Cell.Data(text)).toList());
    }

    private static Cell sentences(List<String> texts) {
        return texts.isEmpty()
                ? Cell.NONE
                : new Cell.Many(texts.stream()
                        .map(text -> (Cell) new Cell.Sentence(text))
                        .toList());
    }

    private static Block inDoubt(Call call, List<BranchView> branches) {
        List<List<Cell>> rows = branches.stream()
                .map(branch -> List.<Cell>of(
                        new Cell.Code(branch.transaction()),
                        new Cell.Data(branch.resource()),
                        new Cell.Moment(branch.since()),
                        new Cell.State(branch.outcome(), branch.alarm() ? Tone.BAD : Tone.PLAIN),
                        branch.problem().<Cell>map(Cell.Sentence::new).orElse(Cell.NONE)))
                .toList();
        return Parts.table(
                call,
                "in-doubt",
                "transactions.inDoubt",
                Parts.columns(
                        call,
                        "transactions.transaction",
                        "transactions.resource",
                        "transactions.since",
                        "transactions.outcome",
                        "transactions.problem"),
                rows,
                "transactions.inDoubt.empty");
    }

    private static Block heuristics(Call call, List<HeuristicView> heuristics) {
        List<List<Cell>> rows = heuristics.stream()
                .map(heuristic -> List.<Cell>of(
                        new Cell.Code(heuristic.transaction()),
                        new Cell.Data(heuristic.resource()),
                        new Cell.Moment(heuristic.since()),
                        new Cell.Words(call.text(
                                heuristic.committed() ? "transactions.committed" : "transactions.rolledBack")),
                        new Cell.Sentence(heuristic.problem())))
                .toList();
        return Parts.table(
                call,
                "heuristics",
                "transactions.heuristics",
                Parts.columns(
                        call,
                        "transactions.transaction",
                        "transactions.resource",
                        "transactions.since",
                        "transactions.decision",
                        "transactions.problem"),
                rows,
                "transactions.heuristics.empty");
    }

    private static Block resources(Call call, List<ResourceView> resources) {
        List<List<Cell>> rows = resources.stream()
                .map(resource -> List.<Cell>of(
                        new Cell.Data(resource.name()),
                        new Cell.Words(
                                call.text(resource.registered() ? "transactions.there" : "transactions.missing"))))
                .toList();
        return Parts.table(
                call,
                "resources",
                "transactions.resources",
                Parts.columns(call, "transactions.resource", "transactions.presence"),
                rows,
                "transactions.resources.empty");
    }
}
