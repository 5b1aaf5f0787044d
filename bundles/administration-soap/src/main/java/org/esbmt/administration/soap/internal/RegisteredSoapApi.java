package org.esbmt.administration.soap.internal;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.esbmt.administration.api.AccessCredentialLogin;
import org.esbmt.administration.api.LoginNames;
import org.esbmt.administration.catalogue.RegisteredServices;
import org.esbmt.administration.http.api.Access;
import org.esbmt.administration.http.api.BodyNeed;
import org.esbmt.administration.http.api.Exchange;
import org.esbmt.administration.http.api.HttpResource;
import org.esbmt.administration.http.api.OwnMessage;
import org.esbmt.administration.http.api.PasswordLogin;
import org.esbmt.administration.http.api.Refusal;
import org.esbmt.administration.soap.internal.credential.SenderAuthentication;
import org.esbmt.administration.soap.internal.http.SoapApi;
import org.esbmt.http.api.RequestHead;
import org.esbmt.http.api.Response;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * The SOAP API over the services that this node has now. A part without its service is UNAVAILABLE, and the others work.
 */
@Component(service = HttpResource.class)
public final class RegisteredSoapApi implements HttpResource {
    /** The folder of large parts of messages, in that for temporary files. */
    private static final String PARTS = "administration-soap";

    private final RegisteredServices services;
    private final SoapApi api;

    @Activate
    public RegisteredSoapApi(
            BundleContext context,
            @Reference PasswordLogin passwords,
            @Reference LoginNames logins,
            @Reference AccessCredentialLogin certificates)
            throws IOException {
        Path data = Path.of(requireNonNull(context.getProperty("karaf.data"), "karaf.data"));
        services = new RegisteredServices(context);
        api = new SoapApi(
                new SenderAuthentication(passwords, logins, certificates),
                services::now,
                data.resolve("tmp").resolve(PARTS));
    }

    @Override
    public String path() {
        return api.path();
    }

    @Override
    public String way() {
        return api.way();
    }

    @Override
    public Access access() {
        return api.access();
    }

    @Override
    public BodyNeed body(RequestHead head, String pathBelow) {
        return api.body(head, pathBelow);
    }

    @Override
    public Optional<OwnMessage> message(RequestHead head, String pathBelow) {
        return api.message(head, pathBelow);
    }

    @Override
    public Response handle(Exchange exchange) throws IOException {
        return api.handle(exchange);
    }

    @Override
    public Response refused(Refusal refusal, RequestHead head) {
        return api.refused(refusal, head);
    }

    @Deactivate
    void close() {
        api.close();
        services.close();
    }
}
