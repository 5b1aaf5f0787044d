package org.esbmt.administration.console.internal.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AssemblyAdministration.Archive;
import org.esbmt.administration.api.AssemblyAdministration.AssemblyView;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PartAccess.Part;
import org.esbmt.administration.api.ResyncView;
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
    private final AssemblyPage assembly;

    AssemblyPages(Contract contract, TenantFrame frame) {
        this.contract = contract;
        this.frame = frame;
        this.assembly = new AssemblyPage(contract, frame);
    }

    void addTo(Routes routes) {
        routes.page("tenants/{tenant}/assemblies", this::list);
        routes.upload("tenants/{tenant}/assemblies/deploy", this::list, this::deploy);
        routes.page("tenants/{tenant}/assemblies/example", call -> {
            return new Download(ExampleAssembly.NAME + ".zip", ExampleAssembly.archive());
        });
        routes.change("tenants/{tenant}/assemblies/deploy-example", this::list, this::deployExample);
        routes.change("tenants/{tenant}/assemblies/resync", this::list, this::resync);
        routes.page("tenants/{tenant}/assembly", assembly::show);
        routes.page("tenants/{tenant}/assembly/archive", this::archive);
        routes.upload(
                "tenants/{tenant}/assembly/switch",
                assembly::show,
                call -> replace(call, "assembly.switched", new SwitchAssembly(call.tenant(), content(call))));
        routes.upload(
                "tenants/{tenant}/assembly/update",
                assembly::show,
                call -> replace(call, "assembly.updated", new UpdateAssembly(call.tenant(), content(call))));
        change(routes, "rollback", "assembly.rolledBack", RollBackAssembly::new);
        change(routes, "start", "assembly.started", StartAssembly::new);
        change(routes, "stop", "assembly.stopped", StopAssembly::new);
        change(routes, "shutdown", "assembly.shutDown", ShutDownAssembly::new);
        routes.change("tenants/{tenant}/assembly/undeploy", assembly::show, this::undeploy);
    }

    /** Makes a command about one assembly. */
    @FunctionalInterface
    private interface Maker {
        AssemblyCommand<?> command(TenantId tenant, String assembly);
    }

    private void change(Routes routes, String deed, String done, Maker maker) {
        routes.change("tenants/{tenant}/assembly/" + deed, assembly::show, call -> {
            contract.administration().execute(call.changing(), maker.command(call.tenant(), call.named("name")));
            return Moved.done(withNodes(call, AssemblyPage.address(call, call.named("name"))), done);
        });
    }

    private static Content content(Call call) throws AdministrationException {
        return Content.of(call.file("archive").bytes());
    }

    /** The address of the list. */
    static String address(Call call) {
        return call.link("tenants", call.segment("tenant"), "assemblies");
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

    static Field mode(Call call) {
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
            return Moved.done(address(call), "assembly.checked");
        }
        AssemblyView deployed = contract.administration().execute(call.changing(), command);
        return Moved.done(withNodes(call, AssemblyPage.address(call, deployed.name())), "assembly.deployed");
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
            return Moved.done(AssemblyPage.address(call, call.named("name")), "assembly.checked");
        }
        AssemblyView replaced = contract.administration().execute(call.changing(), command);
        return Moved.done(withNodes(call, AssemblyPage.address(call, replaced.name())), done);
    }

    private Answer undeploy(Call call) throws AdministrationException {
        String name = call.named("name");
        Parts.checkTyped(call, name);
        contract.administration().execute(call.changing(), new UndeployAssembly(call.tenant(), name));
        return Moved.done(address(call), "assembly.undeployed");
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
                        new Cell.Linked(AssemblyPage.address(call, assembly.name()), assembly.name()),
                        Parts.state(assembly.state()),
                        new Cell.Data(assembly.description()),
                        AssemblyPage.units(assembly)),
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
}
