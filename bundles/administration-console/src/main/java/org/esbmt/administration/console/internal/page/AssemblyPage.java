package org.esbmt.administration.console.internal.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AssemblyAdministration.AssemblyView;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.PartAccess.Part;
import org.esbmt.administration.api.ServiceAdministration.PeriodView;
import org.esbmt.administration.console.internal.view.Block;
import org.esbmt.administration.console.internal.view.Block.Empty;
import org.esbmt.administration.console.internal.view.Block.FormKind;
import org.esbmt.administration.console.internal.view.Cell;
import org.esbmt.administration.console.internal.view.Field;
import org.esbmt.administration.console.internal.web.Answer;
import org.esbmt.administration.console.internal.web.Answer.Shown;
import org.esbmt.administration.console.internal.web.Call;
import org.esbmt.administration.console.internal.web.Links;

/** The page of one assembly: its versions, the answers of the nodes to its last change, and the forms of its changes. */
final class AssemblyPage {
    private final Contract contract;
    private final TenantFrame frame;

    AssemblyPage(Contract contract, TenantFrame frame) {
        this.contract = contract;
        this.frame = frame;
    }

    /** The address of the page. */
    static String address(Call call, String name) {
        return Links.with(call.link("tenants", call.segment("tenant"), "assembly"), "name", name);
    }

    static Cell units(AssemblyView assembly) {
        return new Cell.Many(assembly.units().stream()
                .map(text -> (Cell) new Cell.Data(text))
                .toList());
    }

    private AssemblyView find(Call call, String name) throws AdministrationException {
        Page<AssemblyView> page;
        int offset = 0;
        do {
            page = contract.assemblies().list(call.by(), call.tenant(), new PageRequest(offset, PageRequest.MAX_LIMIT));
            for (AssemblyView each : page.entries()) {
                if (each.name().equals(name)) {
                    return each;
                }
            }
            offset += page.entries().size();
        } while (page.hasMore() && !page.entries().isEmpty());
        throw Parts.notFound("The tenant has no assembly of that name");
    }

    Answer show(Call call) throws AdministrationException {
        AssemblyView assembly = find(call, call.named("name"));
        String archive = Links.with(
                call.link("tenants", call.segment("tenant"), "assembly", "archive"), "name", assembly.name());
        List<Block> blocks = new ArrayList<>();
        blocks.add(Block.Facts.of(
                Parts.fact(call, "assembly.description", new Cell.Data(assembly.description())),
                Parts.fact(call, "assembly.state", Parts.state(assembly.state())),
                Parts.fact(
                        call,
                        "assembly.reachedBy",
                        assembly.user()
                                .<Cell>map(user -> new Cell.Code(user.toString()))
                                .orElse(new Cell.Words(call.text("assembly.everyUser")))),
                Parts.fact(call, "assembly.units", units(assembly)),
                Parts.fact(call, "revision", Cell.number(assembly.revision())),
                Parts.fact(
                        call,
                        "assembly.downloads",
                        new Cell.Many(List.of(
                                new Cell.Deed(archive, call.text("assembly.original")),
                                new Cell.Deed(
                                        Links.with(archive, "form", "rewritten"), call.text("assembly.rewritten")),
                                new Cell.Deed(
                                        Links.with(
                                                call.link("tenants", call.segment("tenant"), "routes"),
                                                "name",
                                                assembly.name()),
                                        call.text("assembly.routes")))))));
        nodes(call).ifPresent(blocks::add);
        blocks.add(versions(call, assembly));
        blocks.add(Parts.orNote(() -> history(call, assembly.name())));
        blocks.addAll(forms(call, assembly));
        return new Shown(frame.view(
                call,
                call.text("assembly.title", assembly.name()),
                List.of(new Cell.Deed(AssemblyPages.address(call), call.text("menu.assemblies"))),
                blocks));
    }

    /** The answers of the nodes to the change before this page. */
    private Optional<Block> nodes(Call call) throws AdministrationException {
        Optional<String> operation = call.query().given(Call.OPERATION);
        if (operation.isEmpty() || !call.visitor().sees(Part.CLUSTER)) {
            return Optional.empty();
        }
        UUID id = call.identified(operation.get(), UUID::fromString);
        String again = Links.with(address(call, call.named("name")), Call.OPERATION, id.toString());
        return contract.operations().find(call.by(), id).flatMap(change -> change.onNodes()
                .map(nodes -> new Block.Section(
                        "nodes",
                        call.text("assembly.nodes"),
                        List.of(new Block.Live(
                                "outcome",
                                again,
                                OperationPages.events(call, id),
                                change.pending(),
                                call.text("live.again"),
                                List.of(OperationPages.answers(call, nodes)))))));
    }

    /** The present version beside the one for a rollback. */
    private static Block versions(Call call, AssemblyView assembly) {
        List<List<Cell>> rows = new ArrayList<>();
        rows.add(List.of(
                new Cell.Words(call.text("history.now")),
                Parts.state(assembly.state()),
                new Cell.Code(assembly.digest())));
        assembly.former()
                .ifPresent(digest -> rows.add(
                        List.of(new Cell.Words(call.text("versions.former")), Cell.NONE, new Cell.Code(digest))));
        return Parts.table(
                call,
                "versions",
                "versions.caption",
                Parts.columns(call, "history.version", "assembly.state", "assembly.digest"),
                rows,
                "history.empty");
    }

    private Block history(Call call, String name) throws AdministrationException {
        Page<PeriodView> periods = contract.services().history(call.by(), call.tenant(), name, call.page());
        return Parts.table(
                call,
                "history",
                "history.caption",
                Parts.columns(call, "history.version", "history.cause", "history.from", "history.to", "history.by"),
                periods,
                period -> List.of(
                        new Cell.Count(period.version()),
                        new Cell.Data(period.cause()),
                        new Cell.Moment(period.from()),
                        period.to().<Cell>map(Cell.Moment::new).orElse(new Cell.Words(call.text("history.now"))),
                        new Cell.Code(period.by().toString())),
                Empty.of(call.text("history.empty")));
    }

    private static List<Block> forms(Call call, AssemblyView assembly) {
        List<Block> forms = new ArrayList<>();
        Field archive = Field.file("archive", call.text("assembly.archive")).saying(call.text("assembly.archive.help"));
        forms.add(form(call, assembly, "switch", FormKind.UPLOAD, archive, AssemblyPages.mode(call)));
        if (assembly.former().isPresent()) {
            forms.add(form(call, assembly, "rollback", FormKind.PLAIN));
        }
        forms.add(form(call, assembly, "update", FormKind.UPLOAD, archive, AssemblyPages.mode(call)));
        if (!assembly.state().equals("STARTED")) {
            forms.add(form(call, assembly, "start", FormKind.PLAIN));
        }
        if (assembly.state().equals("STARTED")) {
            forms.add(form(call, assembly, "stop", FormKind.PLAIN));
        }
        if (!assembly.state().equals("SHUTDOWN")) {
            forms.add(form(call, assembly, "shutdown", FormKind.PLAIN));
        }
        forms.add(form(call, assembly, "undeploy", FormKind.FINAL, Parts.typed(call, assembly.name())));
        return forms;
    }

    private static Block form(Call call, AssemblyView assembly, String deed, FormKind kind, Field... more) {
        List<Field> fields = new ArrayList<>();
        fields.add(Field.hidden("name", assembly.name()));
        assembly.revision().ifPresent(revision -> fields.add(Parts.revision(revision)));
        fields.addAll(List.of(more));
        return Parts.change(
                call,
                deed,
                "assembly." + deed,
                call.link("tenants", assembly.tenant().toString(), "assembly", deed),
                kind,
                fields.toArray(new Field[0]));
    }
}
