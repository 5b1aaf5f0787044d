package org.esbmt.administration.console.internal.page;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.AdministratorAccounts.Identity;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.ServiceAdministration.EndpointView;
import org.esbmt.administration.api.ServiceAdministration.ServiceFilter;
import org.esbmt.administration.console.internal.message.Envelope;
import org.esbmt.administration.console.internal.message.MessageSender;
import org.esbmt.administration.console.internal.message.Reply;
import org.esbmt.administration.console.internal.message.Sample;
import org.esbmt.administration.console.internal.message.SendingLimit;
import org.esbmt.administration.console.internal.message.WsdlSamples;
import org.esbmt.administration.console.internal.view.Block;
import org.esbmt.administration.console.internal.view.Block.Empty;
import org.esbmt.administration.console.internal.view.Block.FormKind;
import org.esbmt.administration.console.internal.view.Cell;
import org.esbmt.administration.console.internal.view.Field;
import org.esbmt.administration.console.internal.view.View;
import org.esbmt.administration.console.internal.web.Answer;
import org.esbmt.administration.console.internal.web.Answer.Shown;
import org.esbmt.administration.console.internal.web.Call;
import org.esbmt.administration.console.internal.web.Links;
import org.esbmt.administration.console.internal.web.Routes;
import org.esbmt.tenancy.api.TenantId;

/** The endpoints of a tenant's assemblies, and messages to them as oneself. */
final class EndpointPages {
    private static final String ACTION = "action";
    private static final String ENVELOPE = "envelope";
    /** The operation of the WSDL whose message is prefilled. */
    private static final String EXAMPLE = "example";

    private final Contract contract;
    private final TenantFrame frame;
    private final MessageSender sender;
    private final SendingLimit limit;

    EndpointPages(Contract contract, TenantFrame frame) {
        this.contract = contract;
        this.frame = frame;
        this.sender = new MessageSender(contract.messages());
        this.limit = new SendingLimit(System::nanoTime);
    }

    void addTo(Routes routes) {
        routes.page("tenants/{tenant}/endpoints", this::list);
        routes.page("tenants/{tenant}/endpoint", this::show);
        routes.change("tenants/{tenant}/endpoint/send", this::show, this::send);
    }

    private static String page(Call call, EndpointView endpoint) {
        return page(call, endpoint.assembly(), endpoint.service(), endpoint.endpoint());
    }

    /** The page of an endpoint. */
    static String page(Call call, String assembly, QName service, String endpoint) {
        String address = Links.with(call.link("tenants", call.segment("tenant"), "endpoint"), "assembly", assembly);
        return Links.with(Links.with(address, "service", service.toString()), "endpoint", endpoint);
    }

    private Answer list(Call call) throws AdministrationException {
        Page<EndpointView> page = contract.services().endpoints(call.by(), call.tenant(), call.page());
        Empty empty = new Empty(
                call.text("endpoints.empty"),
                Optional.of(new Cell.Deed(
                        call.link("tenants", call.segment("tenant"), "assemblies"), call.text("endpoints.deploy"))));
        return new Shown(frame.view(
                call,
                call.text("endpoints.title"),
                List.of(Parts.table(
                        call,
                        "endpoints",
                        "endpoints.caption",
                        Parts.columns(
                                call,
                                "endpoint.name",
                                "endpoint.service",
                                "endpoint.direction",
                                "endpoint.assembly",
                                "endpoint.unit",
                                "endpoint.path"),
                        page,
                        endpoint -> List.of(
                                new Cell.Linked(page(call, endpoint), endpoint.endpoint()),
                                new Cell.Data(endpoint.service().toString()),
                                new Cell.Data(endpoint.direction()),
                                new Cell.Data(endpoint.assembly()),
                                new Cell.Data(endpoint.unit() + " (" + endpoint.component() + ")"),
                                endpoint.path().<Cell>map(Cell.Code::new).orElse(Cell.NONE)),
                        empty))));
    }

    private EndpointView find(Call call) throws AdministrationException {
        Page<EndpointView> page;
        int offset = 0;
        do {
            page = contract.services()
                    .endpoints(call.by(), call.tenant(), new PageRequest(offset, PageRequest.MAX_LIMIT));
            for (EndpointView each : page.entries()) {
                if (each.endpoint().equals(call.named("endpoint"))
                        && each.service().toString().equals(call.named("service"))
                        && each.assembly().equals(call.named("assembly"))) {
                    return each;
                }
            }
            offset += page.entries().size();
        } while (page.hasMore() && !page.entries().isEmpty());
        throw Parts.notFound("The tenant has no such endpoint");
    }

    private Answer show(Call call) throws AdministrationException {
        EndpointView endpoint = find(call);
        return new Shown(view(call, endpoint, List.of()));
    }

    private View view(Call call, EndpointView endpoint, List<Block> answer) throws AdministrationException {
        List<Block> blocks = new ArrayList<>(answer);
        blocks.add(Block.Facts.of(
                Parts.fact(
                        call,
                        "endpoint.service",
                        new Cell.Data(endpoint.service().toString())),
                Parts.fact(call, "endpoint.name", new Cell.Data(endpoint.endpoint())),
                Parts.fact(call, "endpoint.direction", new Cell.Data(endpoint.direction())),
                Parts.fact(
                        call,
                        "endpoint.assembly",
                        new Cell.Linked(
                                Links.with(
                                        call.link("tenants", call.segment("tenant"), "assembly"),
                                        "name",
                                        endpoint.assembly()),
                                endpoint.assembly())),
                Parts.fact(call, "endpoint.unit", new Cell.Data(endpoint.unit() + " (" + endpoint.component() + ")")),
                Parts.fact(
                        call,
                        "endpoint.url",
                        endpoint.path()
                                .map(path -> sender.url(path).orElse(path))
                                .<Cell>map(Cell.Code::new)
                                .orElse(Cell.NONE))));
        if (endpoint.path().isEmpty()) {
            blocks.add(new Block.Paragraph(call.text("message.notFromOutside")));
        } else if (!isOwn(call)) {
            blocks.add(new Block.Paragraph(call.text("message.notYours")));
        } else if (!sender.isOpen()) {
            blocks.add(new Block.Paragraph(call.text("message.closed")));
        } else {
            addForms(call, endpoint, endpoint.path().get(), blocks);
        }
        return frame.view(
                call,
                call.text("endpoint.title", endpoint.endpoint()),
                List.of(new Cell.Deed(
                        call.link("tenants", call.segment("tenant"), "endpoints"), call.text("menu.endpoints"))),
                blocks);
    }

    /** Only a user of a tenant has a TenantContext, and only for the own tenant. */
    private static boolean isOwn(Call call) throws AdministrationException {
        return call.visitor().tenant().equals(Optional.of(call.tenant()));
    }

    private void addForms(Call call, EndpointView endpoint, String path, List<Block> blocks)
            throws AdministrationException {
        List<Sample> samples = samples(call, endpoint, path);
        String wanted = call.named(EXAMPLE);
        Sample sample = samples.stream()
                .filter(each -> each.operation().equals(wanted))
                .findFirst()
                .orElse(samples.get(0));
        if (samples.size() > 1) {
            blocks.add(new Block.Links(
                    call.text("message.operations"),
                    samples.stream()
                            .map(each -> new Cell.Linked(
                                    Links.with(page(call, endpoint), EXAMPLE, each.operation()), each.operation()))
                            .toList()));
        }
        List<Field> fields = new ArrayList<>(List.of(
                Field.hidden("assembly", endpoint.assembly()),
                Field.hidden("service", endpoint.service().toString()),
                Field.hidden("endpoint", endpoint.endpoint()),
                Field.hidden(EXAMPLE, sample.operation()),
                Field.area(ENVELOPE, call.text("message.envelope"))
                        .with(sample.envelope())
                        .saying(call.text("message.envelope.help", Envelope.PLACE)),
                Field.text(ACTION, call.text("message.action")).optional().with(sample.action())));
        fields.addAll(Parts.ownPassword(call, "message.password.help"));
        blocks.add(Parts.change(
                call,
                "send",
                "message.send",
                call.link("tenants", call.segment("tenant"), "endpoint", "send"),
                FormKind.PLAIN,
                fields.toArray(new Field[0])));
        Identity me = contract.accounts().whoAmI(call.by());
        String url = sender.url(path).orElse(path);
        blocks.add(new Block.Section(
                "curl",
                call.text("message.curl"),
                List.of(
                        new Block.Paragraph(call.text("message.curl.words")),
                        new Block.Command(
                                call.text("message.curl.label"),
                                CurlCommand.of(url, sample, call.tenant(), me.user())))));
    }

    /** Examples by the WSDL of the endpoint, else by that of the registered service; at least one. */
    private List<Sample> samples(Call call, EndpointView endpoint, String path) throws AdministrationException {
        try {
            Optional<byte[]> wsdl = sender.wsdl(path);
            List<Sample> samples = WsdlSamples.of(wsdl.isPresent() ? wsdl.get() : registered(call, endpoint));
            return samples.isEmpty() ? List.of(Sample.withoutWsdl()) : samples;
        } catch (IOException e) {
            return List.of(Sample.withoutWsdl());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of(Sample.withoutWsdl());
        }
    }

    private byte[] registered(Call call, EndpointView endpoint) throws AdministrationException {
        ServiceFilter filter = new ServiceFilter(
                Optional.of(endpoint.service().getNamespaceURI()),
                Optional.of(endpoint.service().getLocalPart()));
        try {
            for (var service : contract.services()
                    .find(call.by(), call.tenant(), filter, PageRequest.first(PageRequest.MAX_LIMIT))
                    .entries()) {
                if (service.id().name().equals(endpoint.service())
                        && service.wsdl().isPresent()) {
                    return contract.services().wsdl(call.by(), call.tenant(), service.id());
                }
            }
        } catch (AdministrationException e) {
            if (e.reason() != Reason.FORBIDDEN) {
                throw e;
            }
        }
        return new byte[0];
    }

    private Answer send(Call call) throws AdministrationException {
        EndpointView endpoint = find(call);
        String path = endpoint.path().orElseThrow(() -> Call.invalid(call.text("message.notFromOutside")));
        if (!isOwn(call)) {
            throw new AdministrationException(
                    Reason.FORBIDDEN,
                    AdministrationException.told(
                            "A message goes out as its sender, who is a user of the tenant", "a user of the tenant"));
        }
        Envelope envelope = call.made(() -> Envelope.of(call.form().text(ENVELOPE)));
        String action = call.form().text(ACTION).strip();
        if (!action.matches("[!#-\\[\\]-~]{0,1000}")) {
            throw Call.invalid("an action is a URI");
        }
        Reply reply = reply(call, path, envelope, action);
        View page = view(call, endpoint, MessageBlocks.of(call, reply));
        return new Shown(page.filled("send", call.form()::all));
    }

    private Reply reply(Call call, String path, Envelope envelope, String action) throws AdministrationException {
        TenantId tenant = call.tenant();
        String login = call.by().login();
        if (!limit.begin(tenant, login)) {
            throw new AdministrationException(
                    Reason.BUSY,
                    AdministrationException.told(
                            "Another message is under way, or you have sent 30 in the last minute", Reason.BUSY.who()));
        }
        try {
            String password = call.confirmPassword();
            Identity me = contract.accounts().whoAmI(call.by());
            String message = call.made(() -> envelope.from(tenant, me.user(), password));
            return sender.send(path, envelope.version(), action, message);
        } catch (IOException e) {
            throw new AdministrationException(
                    Reason.UNAVAILABLE,
                    AdministrationException.told(
                            "The message has no answer: " + e.getMessage() + ". It may have been delivered",
                            Reason.UNAVAILABLE.who()),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AdministrationException(Reason.UNAVAILABLE, "The console stops.", e);
        } finally {
            limit.end(tenant, login);
        }
    }
}
