package org.esbmt.administration.console.internal.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AssemblyAdministration.Archive;
import org.esbmt.administration.api.AssemblyAdministration.AssemblyView;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.PartAccess.Part;
import org.esbmt.administration.api.ResyncView;
import org.esbmt.administration.api.ServiceAdministration.PeriodView;
import org.esbmt.administration.api.command.AssemblyCommand;
import org.esbmt.administration.api.command.AssemblyCommand.DeployAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.RollBackAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.ShutDownAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.StartAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.StopAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.SwitchAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.UndeployAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.UpdateAssembly;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.NodeCommand.Resync;
import org.esbmt.administration.api.command.TenantRef;
import org.esbmt.administration.api.command.UserRef;
import org.esbmt.administration.console.internal.view.Block;
import org.esbmt.administration.console.internal.view.Block.Empty;
import org.esbmt.administration.console.internal.view.Block.FormKind;
import org.esbmt.administration.console.internal.view.Cell;
import org.esbmt.administration.console.internal.view.Field;
import org.esbmt.administration.console.internal.view.Field.Option;
import org.esbmt.administration.console.internal.web.Answer;
import org.esbmt.administration.console.internal.web.Answer.Download;
import org.esbmt.administration.console.internal.web.Answer.Moved;
import org.esbmt.administration.console.internal.web.Answer.Shown;
import org.esbmt.administration.console.internal.web.Call;
import org.esbmt.administration.console.internal.web.Links;
import org.esbmt.administration.console.internal.web.Routes;
import org.esbmt.tenancy.api.TenantId;

/** The service assemblies of a tenant and their versions. */
final class AssemblyPages {
    private static final String CHECK = "check";

    private final Contract contract;
    private final TenantFrame frame;

    AssemblyPages(Contract contract, TenantFrame frame) {
        this.contract = contract;
        this.frame = frame;
    }

    void addTo(Routes routes) {
        routes.page("tenants/{tenant}/assemblies", this::list);
        routes.upload("tenants/{tenant}/assemblies/deploy", this::list, this::deploy);
        routes.page("tenants/{tenant}/assemblies/example", call -> {
            return new Download(ExampleAssembly.NAME + ".zip", ExampleAssembly.archive());
        });
        routes.change("tenants/{tenant}/assemblies/deploy-example", this::list, this::deployExample);
        routes.change("tenants/{tenant}/assemblies/resync", this::list, this::resync);
        routes.page("tenants/{tenant}/assembly", this::show);
        routes.page("tenants/{tenant}/assembly/archive", this::archive);
        routes.upload(
                "tenants/{tenant}/assembly/switch",
                this::show,
                call -> replace(call, "assembly.switched", new SwitchAssembly(call.tenant(), content(call))));
        routes.upload(
                "tenants/{tenant}/assembly/update",
                this::show,
                call -> replace(call, "assembly.updated", new UpdateAssembly(call.tenant(), content(call))));
        change(routes, "rollback", "assembly.rolledBack", RollBackAssembly::new);
        change(routes, "start", "assembly.started", StartAssembly::new);
        change(routes, "stop", "assembly.stopped", StopAssembly::new);
        change(routes, "shutdown", "assembly.shutDown", ShutDownAssembly::new);
        routes.change("tenants/{tenant}/assembly/undeploy", this::show, this::undeploy);
    }

    /** Makes a command about one assembly. */
    @FunctionalInterface
    private interface Maker {
        AssemblyCommand<?> command(TenantId tenant, String assembly);
    }

    private void change(Routes routes, String deed, String done, Maker maker) {
        routes.change("tenants/{tenant}/assembly/" + deed, this::show, call -> {
            contract.administration().execute(call.changing(), maker.command(call.tenant(), call.named("name")));
            return Moved.done(withNodes(call, page(call, call.named("name"))), done);
        });
    }

    private static Content content(Call call) throws AdministrationException {
        return Content.of(call.file("archive").bytes());
    }

    private static String listPage(Call call) {
        return call.link("tenants", call.segment("tenant"), "assemblies");
    }

    private static String page(Call call, String name) {
        return Links.with(call.link("tenants", call.segment("tenant"), "assembly"), "name", name);
    }

    /** The address of a page that follows the nodes until all have answered to the change of this form. */
    private static String withNodes(Call call, String address) {
        return call.form()
                .given(Call.OPERATION)
                .map(operation -> Links.with(address, Call.OPERATION, operation))
                .orElse(address);
    }

    private static boolean isCheck(Call call) {
        return call.form().all("mode").contains(CHECK);
    }

    private static Field mode(Call call) {
        return Field.choices(
                "mode",
                call.text("assembly.mode"),
                List.of(new Option(CHECK, call.text("assembly.mode.check"), false, false)));
    }

    private Answer deploy(Call call) throws AdministrationException {
        Optional<UserRef> user = call.form().given("login").map(UserRef::of);
        DeployAssembly command = new DeployAssembly(TenantRef.of(call.tenant()), user, content(call));
        if (isCheck(call)) {
            contract.administration().dryRun(call.by(), command);
            return Moved.done(listPage(call), "assembly.checked");
        }
        AssemblyView deployed = contract.administration().execute(call.changing(), command);
        return Moved.done(withNodes(call, page(call, deployed.name())), "assembly.deployed");
    }

    private Answer deployExample(Call call) throws AdministrationException {
        Content archive = Content.of(ExampleAssembly.archive());
        AssemblyView deployed = contract.administration()
                .execute(call.changing(), new DeployAssembly(TenantRef.of(call.tenant()), Optional.empty(), archive));
        String endpoint = EndpointPages.page(call, deployed.name(), ExampleAssembly.SERVICE, ExampleAssembly.ENDPOINT);
        return Moved.done(endpoint, "assembly.exampleDeployed");
    }

    /** The example for a tenant without an assembly. */
    private static List<Block> example(Call call) {
        String tenant = call.segment("tenant");
        return List.of(new Block.Section(
                "example",
                call.text("assembly.example"),
                List.of(
                        new Block.Paragraph(call.text("assembly.example.words")),
                        Parts.change(
                                call,
                                "deploy-example",
                                "assembly.deploy-example",
                                call.link("tenants", tenant, "assemblies", "deploy-example"),
                                FormKind.PLAIN),
                        new Block.Links(
                                call.text("assembly.example"),
                                List.of(new Cell.Deed(
                                        call.link("tenants", tenant, "assemblies", "example"),
                                        call.text("assembly.example.download")))))));
    }

    private Answer resync(Call call) throws AdministrationException {
        ResyncView sent = contract.administration()
                .execute(call.changing(), new Resync(call.tenant(), call.form().given("name")));
        return Moved.done(call.link("operations", sent.operation().toString()), "assembly.resync");
    }

    private Answer replace(Call call, String done, AssemblyCommand<AssemblyView> command)
            throws AdministrationException {
        if (isCheck(call)) {
            contract.administration().dryRun(call.by(), command);
            return Moved.done(page(call, call.named("name")), "assembly.checked");
        }
        AssemblyView replaced = contract.administration().execute(call.changing(), command);
        return Moved.done(withNodes(call, page(call, replaced.name())), done);
    }

    private Answer undeploy(Call call) throws AdministrationException {
        String name = call.named("name");
        Parts.checkTyped(call, name);
        contract.administration().execute(call.changing(), new UndeployAssembly(call.tenant(), name));
        return Moved.done(listPage(call), "assembly.undeployed");
    }

    private Answer archive(Call call) throws AdministrationException {
        String name = call.named("name");
        Archive form = call.query().text("form").equals("rewritten") ? Archive.REWRITTEN : Archive.ORIGINAL;
        return new Download(name + ".zip", contract.assemblies().archive(call.by(), call.tenant(), name, form));
    }

    private Answer list(Call call) throws AdministrationException {
        Page<AssemblyView> page = contract.assemblies().list(call.by(), call.tenant(), call.page());
        boolean own = call.visitor().tenant().isPresent();
        List<Block> blocks = new ArrayList<>();
        blocks.add(Parts.table(
                call,
                "assemblies",
                "assemblies.caption",
                Parts.columns(call, "assembly.name", "assembly.state", "assembly.description", "assembly.units"),
                page,
                assembly -> List.of(
                        new Cell.Linked(page(call, assembly.name()), assembly.name()),
                        Parts.state(assembly.state()),
                        new Cell.Data(assembly.description()),
                        data(assembly.units())),
                new Empty(
                        call.text("assemblies.empty"),
                        Optional.of(new Cell.Deed("#deploy", call.text("assembly.deploy.button"))))));
        if (own && page.entries().isEmpty()) {
            blocks.addAll(example(call));
        }
        blocks.add(Parts.change(
                call,
                "deploy",
                "assembly.deploy",
                call.link("tenants", call.segment("tenant"), "assemblies", "deploy"),
                FormKind.UPLOAD,
                Field.file("archive", call.text("assembly.archive")).saying(call.text("assembly.archive.help")),
                Field.text("login", call.text("assembly.user")).optional().saying(call.text("assembly.user.help")),
                mode(call)));
        blocks.add(new Block.Links(
                call.text("rules.title"), List.of(new Cell.Deed(call.link("rules"), call.text("rules.title")))));
        if (!own && call.visitor().sees(Part.CLUSTER)) {
            blocks.add(Parts.change(
                    call,
                    "resync",
                    "assembly.resync",
                    call.link("tenants", call.segment("tenant"), "assemblies", "resync"),
                    FormKind.PLAIN,
                    Field.text("name", call.text("assembly.name"))
                            .optional()
                            .saying(call.text("assembly.resync.help"))));
        }
        return new Shown(frame.view(call, call.text("assemblies.title"), blocks));
    }

    private static Cell data(List<String> texts) {
        return new Cell.Many(
                texts.stream().map(text -> (Cell) new Cell.Data(text)).toList());
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

    private Answer show(Call call) throws AdministrationException {
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
                Parts.fact(call, "assembly.units", data(assembly.units())),
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
                List.of(new Cell.Deed(listPage(call), call.text("menu.assemblies"))),
                blocks));
    }

    /** The answers of the nodes to the change before this page. */
    private Optional<Block> nodes(Call call) throws AdministrationException {
        Optional<String> operation = call.query().given(Call.OPERATION);
        if (operation.isEmpty() || !call.visitor().sees(Part.CLUSTER)) {
            return Optional.empty();
        }
        UUID id = call.identified(operation.get(), UUID::fromString);
        String again = Links.with(page(call, call.named("name")), Call.OPERATION, id.toString());
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
        forms.add(form(call, assembly, "switch", FormKind.UPLOAD, archive, mode(call)));
        if (assembly.former().isPresent()) {
            forms.add(form(call, assembly, "rollback", FormKind.PLAIN));
        }
        forms.add(form(call, assembly, "update", FormKind.UPLOAD, archive, mode(call)));
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
