package org.esbmt.administration.console.internal.page;

import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.LinkAdministration.LinkView;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.command.LinkCommand.CreateLink;
import org.esbmt.administration.api.command.LinkCommand.RemoveLink;
import org.esbmt.administration.console.internal.view.Block;
import org.esbmt.administration.console.internal.view.Block.Empty;
import org.esbmt.administration.console.internal.view.Block.FormKind;
import org.esbmt.administration.console.internal.view.Cell;
import org.esbmt.administration.console.internal.view.Field;
import org.esbmt.administration.console.internal.view.View;
import org.esbmt.administration.console.internal.web.Answer;
import org.esbmt.administration.console.internal.web.Answer.Moved;
import org.esbmt.administration.console.internal.web.Answer.Shown;
import org.esbmt.administration.console.internal.web.Call;
import org.esbmt.administration.console.internal.web.Links;
import org.esbmt.administration.console.internal.web.Routes;
import org.esbmt.tenancy.api.TenantId;

/** The exceptions from the tenant boundary. */
final class LinkPages {
    private final Contract contract;

    LinkPages(Contract contract) {
        this.contract = contract;
    }

    void addTo(Routes routes) {
        routes.page("links", this::list);
        routes.change("links/create", this::list, this::create);
        routes.page("link", this::show);
        routes.change("link/remove", this::show, this::remove);
    }

    private static LinkView link(Call call) throws AdministrationException {
        TenantId tenant = call.made(() -> TenantId.of(call.named("tenant").strip()));
        QName service = call.made(() -> QName.valueOf(call.named("service").strip()));
        Optional<String> component =
                Optional.of(call.named("component").strip()).filter(name -> !name.isEmpty());
        return new LinkView(component, tenant, service, call.named("endpoint").strip());
    }

    private static String page(Call call, LinkView link) {
        String address = Links.with(call.link("link"), "tenant", link.tenant().toString());
        address = Links.with(address, "service", link.service().toString());
        address = Links.with(address, "endpoint", link.endpoint());
        return link.component().isPresent()
                ? Links.with(address, "component", link.component().get())
                : address;
    }

    private Answer create(Call call) throws AdministrationException {
        contract.administration().execute(call.changing(), new CreateLink(link(call)));
        return Moved.done(call.link("links"), "link.created");
    }

    private Answer remove(Call call) throws AdministrationException {
        contract.administration().execute(call.changing(), new RemoveLink(link(call)));
        return Moved.done(call.link("links"), "link.removed");
    }

    private static Cell caller(Call call, LinkView link) {
        return link.component().<Cell>map(Cell.Data::new).orElse(new Cell.Words(call.text("link.theTenant")));
    }

    private Answer list(Call call) throws AdministrationException {
        Page<LinkView> page = contract.links().links(call.by(), call.page());
        return new Shown(View.of(
                call.text("links.title"),
                new Block.Paragraph(call.text("links.words")),
                Parts.table(
                        call,
                        "links",
                        "links.caption",
                        Parts.columns(call, "link.service", "link.endpoint", "link.tenant", "link.caller"),
                        page,
                        link -> List.of(
                                new Cell.Linked(page(call, link), link.service().toString()),
                                new Cell.Data(link.endpoint()),
                                new Cell.Linked(
                                        call.link("tenants", link.tenant().toString()),
                                        link.tenant().toString()),
                                caller(call, link)),
                        Empty.of(call.text("links.empty"))),
                Parts.change(
                        call,
                        "create",
                        "link.create",
                        call.link("links", "create"),
                        FormKind.PLAIN,
                        Field.text("tenant", call.text("link.tenant")).saying(call.text("link.tenant.help")),
                        Field.text("service", call.text("link.service")).saying(call.text("service.name.help")),
                        Field.text("endpoint", call.text("link.endpoint")),
                        Field.text("component", call.text("link.component"))
                                .optional()
                                .saying(call.text("link.component.help")))));
    }

    private Answer show(Call call) throws AdministrationException {
        LinkView link = link(call);
        return new Shown(new View(
                call.text("link.title"),
                List.of(new Cell.Deed(call.link("links"), call.text("menu.links"))),
                List.of(
                        Block.Facts.of(
                                Parts.fact(
                                        call,
                                        "link.service",
                                        new Cell.Data(link.service().toString())),
                                Parts.fact(call, "link.endpoint", new Cell.Data(link.endpoint())),
                                Parts.fact(
                                        call,
                                        "link.tenant",
                                        new Cell.Code(link.tenant().toString())),
                                Parts.fact(call, "link.caller", caller(call, link))),
                        Parts.change(
                                call,
                                "remove",
                                "link.remove",
                                call.link("link", "remove"),
                                FormKind.FINAL,
                                Field.hidden("tenant", link.tenant().toString()),
                                Field.hidden("service", link.service().toString()),
                                Field.hidden("endpoint", link.endpoint()),
                                Field.hidden("component", link.component().orElse(""))))));
    }
}
