package org.esbmt.administration.console.internal.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.ClusterAdministration.NodeView;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.command.NodeCommand.DrainNode;
import org.esbmt.administration.api.command.NodeCommand.RemoveNode;
import org.esbmt.administration.console.internal.view.Block;
import org.esbmt.administration.console.internal.view.Block.Empty;
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

/** The nodes of the cluster. */
final class ClusterPages {
    private final Contract contract;

    ClusterPages(Contract contract) {
        this.contract = contract;
    }

    void addTo(Routes routes) {
        routes.page("nodes", this::list);
        routes.page("nodes/{node}", this::show);
        routes.change("nodes/{node}/drain", this::show, this::drain);
        routes.confirmed("nodes/{node}/remove", this::show, this::remove);
    }

    private static UUID node(Call call) throws AdministrationException {
        return call.identified(call.segment("node"), UUID::fromString);
    }

    private Answer list(Call call) throws AdministrationException {
        Page<NodeView> page = contract.cluster().nodes(call.by(), call.page());
        return new Shown(View.of(
                call.text("nodes.title"),
                Parts.table(
                        call,
                        "nodes",
                        "nodes.caption",
                        Parts.columns(
                                call,
                                "node.host",
                                "node.state",
                                "node.health",
                                "#node.lag",
                                "#node.silence",
                                "node.remarks"),
                        page,
                        node -> List.of(
                                new Cell.Linked(call.link("nodes", node.id().toString()), node.host()),
                                Parts.state(node.state()),
                                Parts.state(node.health()),
                                new Cell.Count(node.lag()),
                                new Cell.Count(node.silence().toSeconds()),
                                remarks(call, node)),
                        Empty.of(call.text("nodes.empty")))));
    }

    /** The states of a node that need a person, each with the next step. */
    private static Cell remarks(Call call, NodeView node) {
        List<Cell> remarks = new ArrayList<>();
        if (node.here()) {
            remarks.add(new Cell.Words(call.text("node.here")));
        }
        if (node.silent()) {
            remarks.add(new Cell.State(call.text("node.silent"), Tone.BAD));
        }
        if (node.differs()) {
            remarks.add(new Cell.State(call.text("node.differs"), Tone.BAD));
        }
        return remarks.isEmpty() ? Cell.NONE : new Cell.Many(remarks);
    }

    private NodeView find(Call call) throws AdministrationException {
        UUID id = node(call);
        return contract.cluster().nodes(call.by(), PageRequest.first(PageRequest.MAX_LIMIT)).entries().stream()
                .filter(node -> node.id().equals(id))
                .findFirst()
                .orElseThrow(() -> Parts.notFound("The cluster has no such node"));
    }

    private Answer show(Call call) throws AdministrationException {
        NodeView node = find(call);
        String id = node.id().toString();
        List<Field> removal = new ArrayList<>();
        removal.add(Parts.typed(call, node.host()));
        removal.add(Field.choices(
                "forced",
                call.text("node.forced"),
                List.of(new Option("yes", call.text("node.forced.yes"), false, false))));
        removal.addAll(Parts.confirmation(call));
        return new Shown(new View(
                call.text("node.title", node.host()),
                List.of(new Cell.Deed(call.link("nodes"), call.text("menu.nodes"))),
                List.of(
                        Block.Facts.of(
                                Parts.fact(call, "node.id", new Cell.Code(id)),
                                Parts.fact(call, "node.state", Parts.state(node.state())),
                                Parts.fact(call, "node.health", Parts.state(node.health())),
                                Parts.fact(call, "node.observed", new Cell.Count(node.observedRevision())),
                                Parts.fact(call, "node.newest", new Cell.Count(node.newestRevision())),
                                Parts.fact(
                                        call,
                                        "node.silence",
                                        new Cell.Count(node.silence().toSeconds())),
                                Parts.fact(
                                        call,
                                        "node.digest",
                                        node.digest().<Cell>map(Cell.Code::new).orElse(Cell.NONE)),
                                Parts.fact(call, "node.remarks", remarks(call, node))),
                        Parts.change(call, "drain", "node.drain", call.link("nodes", id, "drain"), FormKind.PLAIN),
                        Parts.change(
                                call,
                                "remove",
                                "node.remove",
                                call.link("nodes", id, "remove"),
                                FormKind.FINAL,
                                removal.toArray(new Field[0])))));
    }

    private Answer drain(Call call) throws AdministrationException {
        contract.administration().execute(call.changing(), new DrainNode(node(call)));
        return Moved.done(call.link("nodes", call.segment("node")), "node.drained");
    }

    private Answer remove(Call call) throws AdministrationException {
        Parts.checkTyped(call, find(call).host());
        boolean forced =
                Optional.of(call.form().text("forced")).filter("yes"::equals).isPresent();
        contract.administration().execute(call.changing(), new RemoveNode(node(call), forced));
        return Moved.done(call.link("nodes"), "node.removed");
    }
}
