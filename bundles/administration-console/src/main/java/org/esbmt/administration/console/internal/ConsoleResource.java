package org.esbmt.administration.console.internal;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.Optional;
import org.esbmt.administration.api.PartAccess;
import org.esbmt.administration.console.internal.page.ConsolePages;
import org.esbmt.administration.console.internal.page.Contract;
import org.esbmt.administration.console.internal.text.Texts;
import org.esbmt.administration.console.internal.web.Assets;
import org.esbmt.administration.console.internal.web.Dispatcher;
import org.esbmt.administration.console.internal.web.Menu;
import org.esbmt.administration.http.api.Access;
import org.esbmt.administration.http.api.BodyNeed;
import org.esbmt.administration.http.api.EventFeed;
import org.esbmt.administration.http.api.EventResource;
import org.esbmt.administration.http.api.Exchange;
import org.esbmt.administration.http.api.HttpResource;
import org.esbmt.administration.http.api.Refusal;
import org.esbmt.administration.http.api.Sessions;
import org.esbmt.http.api.RequestHead;
import org.esbmt.http.api.Response;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** The web console of administration, at all paths of the port that no other resource serves. */
@Component(service = HttpResource.class)
public final class ConsoleResource implements EventResource {
    private static final String WAY = "console";

    private final Dispatcher dispatcher;
    private final AutoCloseable services;

    @Activate
    public ConsoleResource(BundleContext context, @Reference Sessions sessions, @Reference PartAccess access) {
        this(Texts.english(), sessions, access, new RegisteredContract(context));
    }

    private ConsoleResource(Texts texts, Sessions sessions, PartAccess access, RegisteredContract registered) {
        this(texts, sessions, access, registered.contract(), registered);
    }

    /**
     * A console over given services.
     *
     * @param services closed with the console
     */
    public ConsoleResource(
            Texts texts, Sessions sessions, PartAccess access, Contract contract, AutoCloseable services) {
        this.services = requireNonNull(services, "services");
        dispatcher = new Dispatcher(
                texts, ConsolePages.over(contract), new Menu(), new Assets(), sessions, contract.accounts(), access);
    }

    @Deactivate
    public void close() throws Exception {
        services.close();
    }

    @Override
    public String path() {
        return "";
    }

    @Override
    public String way() {
        return WAY;
    }

    @Override
    public Access access() {
        return Access.SESSION;
    }

    @Override
    public BodyNeed body(RequestHead head, String pathBelow) {
        return dispatcher.body(head, pathBelow);
    }

    @Override
    public Optional<EventFeed> feed(Exchange exchange) {
        return dispatcher.feed(exchange);
    }

    @Override
    public Response handle(Exchange exchange) throws IOException {
        return dispatcher.handle(exchange);
    }

    @Override
    public Response refused(Refusal refusal, RequestHead head) {
        return dispatcher.refused(refusal, WAY);
    }
}
