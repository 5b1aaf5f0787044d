package org.esbmt.administration.console.internal.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.ServiceAdministration.ServiceFilter;
import org.esbmt.administration.api.ServiceAdministration.ServiceView;
import org.esbmt.administration.api.ServiceId;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.ServiceCommand.AttachPolicy;
import org.esbmt.administration.api.command.ServiceCommand.DetachPolicy;
import org.esbmt.administration.api.command.ServiceCommand.RegisterService;
import org.esbmt.administration.api.command.ServiceCommand.UnregisterService;
import org.esbmt.administration.api.command.ServiceCommand.UpdateService;
import org.esbmt.administration.console.internal.view.Block;
import org.esbmt.administration.console.internal.view.Block.Empty;
import org.esbmt.administration.console.internal.view.Block.FormKind;
import org.esbmt.administration.console.internal.view.Cell;
import org.esbmt.administration.console.internal.view.Field;
import org.esbmt.administration.console.internal.web.Answer;
import org.esbmt.administration.console.internal.web.Answer.Download;
import org.esbmt.administration.console.internal.web.Answer.Moved;
import org.esbmt.administration.console.internal.web.Answer.Shown;
import org.esbmt.administration.console.internal.web.Call;
import org.esbmt.administration.console.internal.web.Links;
import org.esbmt.administration.console.internal.web.Routes;
import org.esbmt.administration.console.internal.web.Upload;

/** The registered services of a tenant with their policies. */
final class ServicePages {
    private final Contract contract;
    private final TenantFrame frame;

    ServicePages(Contract contract, TenantFrame frame) {
        this.contract = contract;
        this.frame = frame;
    }

    void addTo(Routes routes) {
        routes.page("tenants/{tenant}/services", this::list);
        routes.upload("tenants/{tenant}/services/register", this::list, this::register);
        routes.page("tenants/{tenant}/service", this::show);
        routes.page("tenants/{tenant}/service/wsdl", this::wsdl);
        routes.page("tenants/{tenant}/service/document", this::policy);
        routes.upload("tenants/{tenant}/service/update", this::show, this::update);
        routes.upload("tenants/{tenant}/service/attach-policy", this::show, this::attachPolicy);
        routes.change("tenants/{tenant}/service/detach-policy", this::show, this::detachPolicy);
        routes.change("tenants/{tenant}/service/unregister", this::show, this::unregister);
    }

    private static ServiceId service(Call call) throws AdministrationException {
        QName name = call.made(() -> QName.valueOf(call.named("name")));
        return new ServiceId(name, call.named("version"));
    }

    private static String page(Call call, ServiceId service, String... below) {
        String[] segments = new String[3 + below.length];
        segments[0] = "tenants";
        segments[1] = call.segment("tenant");
        segments[2] = "service";
        System.arraycopy(below, 0, segments, 3, below.length);
        String named = Links.with(call.link(segments), "name", service.name().toString());
        return Links.with(named, "version", service.version());
    }

    private Answer list(Call call) throws AdministrationException {
        ServiceFilter filter = new ServiceFilter(Optional.empty(), call.query().given("contains"));
        String tenant = call.segment("tenant");
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Search(
                call.link("tenants", tenant, "services"),
                List.of(Field.search(
                        "contains", call.text("services.contains"), call.query().text("contains"))),
                call.text("search.button"),
                "services"));
        blocks.add(Parts.orNote(() -> services(call, filter)));
        if (call.visitor().tenant().isPresent()) {
            blocks.add(Parts.change(
                    call,
                    "register",
                    "services.register",
                    call.link("tenants", tenant, "services", "register"),
                    FormKind.UPLOAD,
                    Field.text("name", call.text("service.name")).saying(call.text("service.name.help")),
                    Field.text("version", call.text("service.version")).with("1"),
                    Field.file("wsdl", call.text("service.wsdl")).optional().saying(call.text("service.wsdl.help"))));
        }
        return new Shown(frame.view(call, call.text("services.title"), blocks));
    }

    private Block services(Call call, ServiceFilter filter) throws AdministrationException {
        Page<ServiceView> page = contract.services().find(call.by(), call.tenant(), filter, call.page());
        return Parts.table(
                call,
                "services",
                "services.caption",
                Parts.columns(call, "service.name", "service.version", "service.policies", "service.at"),
                page,
                service -> List.of(
                        new Cell.Linked(
                                page(call, service.id()), service.id().name().toString()),
                        new Cell.Data(service.id().version()),
                        new Cell.Many(service.policies().stream()
                                .map(policy -> (Cell) new Cell.Data(policy))
                                .toList()),
                        new Cell.Moment(service.at())),
                Empty.of(call.text("services.empty")));
    }

    private static Optional<Content> document(Call call, String field) {
        return call.optionalFile(field).map(Upload::bytes).map(Content::of);
    }

    private Answer register(Call call) throws AdministrationException {
        ServiceId service = service(call);
        contract.administration()
                .execute(call.changing(), new RegisterService(call.tenant(), service, document(call, "wsdl")));
        return Moved.done(page(call, service), "service.registered");
    }

    private Answer update(Call call) throws AdministrationException {
        ServiceId service = service(call);
        contract.administration()
                .execute(call.changing(), new UpdateService(call.tenant(), service, document(call, "wsdl")));
        return Moved.done(page(call, service), "service.updated");
    }

    private Answer attachPolicy(Call call) throws AdministrationException {
        ServiceId service = service(call);
        Content document = Content.of(call.file("document").bytes());
        contract.administration()
                .execute(
                        call.changing(),
                        new AttachPolicy(
                                call.tenant(),
                                service,
                                call.form().text("policy").strip(),
                                document));
        return Moved.done(page(call, service), "policy.attached");
    }

    private Answer detachPolicy(Call call) throws AdministrationException {
        ServiceId service = service(call);
        contract.administration()
                .execute(
                        call.changing(),
                        new DetachPolicy(call.tenant(), service, call.form().text("policy")));
        return Moved.done(page(call, service), "policy.detached");
    }

    private Answer unregister(Call call) throws AdministrationException {
        ServiceId service = service(call);
        Parts.checkTyped(call, service.name().getLocalPart());
        contract.administration().execute(call.changing(), new UnregisterService(call.tenant(), service));
        return Moved.done(call.link("tenants", call.segment("tenant"), "services"), "service.unregistered");
    }

    private Answer wsdl(Call call) throws AdministrationException {
        ServiceId service = service(call);
        byte[] wsdl = contract.services().wsdl(call.by(), call.tenant(), service);
        return new Download(service.name().getLocalPart() + ".wsdl", wsdl);
    }

    private Answer policy(Call call) throws AdministrationException {
        String policy = call.named("policy");
        return new Download(
                policy + ".xml", contract.services().policy(call.by(), call.tenant(), service(call), policy));
    }

    private Answer show(Call call) throws AdministrationException {
        ServiceView service = find(call, service(call));
        List<Block> blocks = new ArrayList<>();
        blocks.add(Block.Facts.of(
                Parts.fact(
                        call, "service.name", new Cell.Data(service.id().name().toString())),
                Parts.fact(call, "service.version", new Cell.Data(service.id().version())),
                Parts.fact(
                        call,
                        "service.wsdl",
                        service.wsdl().isPresent()
                                ? new Cell.Deed(page(call, service.id(), "wsdl"), call.text("service.wsdl.download"))
                                : Cell.NONE),
                Parts.fact(
                        call,
                        "service.policies",
                        service.policies().isEmpty()
                                ? Cell.NONE
                                : new Cell.Many(service.policies().stream()
                                        .map(policy -> (Cell) new Cell.Linked(
                                                Links.with(page(call, service.id(), "document"), "policy", policy),
                                                policy))
                                        .toList())),
                Parts.fact(call, "service.at", new Cell.Moment(service.at())),
                Parts.fact(call, "revision", new Cell.Count(service.revision()))));
        blocks.add(form(
                call,
                service,
                "update",
                FormKind.UPLOAD,
                Field.file("wsdl", call.text("service.wsdl")).optional().saying(call.text("service.wsdl.help"))));
        blocks.add(form(
                call,
                service,
                "attach-policy",
                FormKind.UPLOAD,
                Field.text("policy", call.text("policy.name")).saying(call.text("policy.name.help")),
                Field.file("document", call.text("policy.document"))));
        if (!service.policies().isEmpty()) {
            blocks.add(form(
                    call,
                    service,
                    "detach-policy",
                    FormKind.PLAIN,
                    Field.choice(
                            "policy",
                            call.text("policy.name"),
                            service.policies().stream().map(Field.Option::name).toList())));
        }
        blocks.add(form(
                call,
                service,
                "unregister",
                FormKind.FINAL,
                Parts.typed(call, service.id().name().getLocalPart())));
        return new Shown(frame.view(
                call,
                call.text("service.title", service.id().name().getLocalPart()),
                List.of(new Cell.Deed(
                        call.link("tenants", call.segment("tenant"), "services"), call.text("menu.services"))),
                blocks));
    }

    private ServiceView find(Call call, ServiceId id) throws AdministrationException {
        ServiceFilter filter = new ServiceFilter(
                Optional.of(id.name().getNamespaceURI()), Optional.of(id.name().getLocalPart()));
        return contract
                .services()
                .find(call.by(), call.tenant(), filter, PageRequest.first(PageRequest.MAX_LIMIT))
                .entries()
                .stream()
                .filter(service -> service.id().equals(id))
                .findFirst()
                .orElseThrow(() -> Parts.notFound("The tenant has no such service"));
    }

    private static Block form(Call call, ServiceView service, String deed, FormKind kind, Field... more) {
        List<Field> fields = new ArrayList<>(List.of(
                Field.hidden("name", service.id().name().toString()),
                Field.hidden("version", service.id().version()),
                Parts.revision(service.revision())));
        fields.addAll(List.of(more));
        return Parts.change(
                call,
                deed,
                "service." + deed,
                call.link("tenants", service.tenant().toString(), "service", deed),
                kind,
                fields.toArray(new Field[0]));
    }
}
