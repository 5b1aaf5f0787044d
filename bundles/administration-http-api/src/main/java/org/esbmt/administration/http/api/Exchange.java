package org.esbmt.administration.http.api;

import static java.util.Objects.requireNonNull;

import java.io.InputStream;
import java.util.Optional;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.Scope;
import org.esbmt.http.api.RequestHead;

/**
 * A request on its way through a resource. Usable on any thread, apart from the body.
 *
 * @param head the head of the request, without Authorization and Cookie
 * @param pathBelow the raw path after that of the resource: empty, or beginning with a slash. It has no empty, {@code .}
 *     or {@code ..} segment, encoded or not
 * @param source the network address of the client, as text. A trusted proxy's statement counts
 * @param by the administrator, with the version of the credential. Always present with {@link Access#AUTHORIZATION}.
 *     With {@link Access#OWN} only once the message is admitted
 * @param scope the limit of the credential; {@link Scope#FULL} for passwords and sessions. The administration enforces it
 *     for requests of the administrator
 * @param session present only with {@link Access#SESSION}
 * @param body empty if there is none; closed by the port
 * @param address the address under which clients know the port
 */
public record Exchange(
        RequestHead head,
        String pathBelow,
        String source,
        Optional<Administrator> by,
        Scope scope,
        Optional<Session> session,
        InputStream body,
        PublicAddress address) {
    public Exchange {
        requireNonNull(head, "head");
        requireNonNull(pathBelow, "pathBelow");
        requireNonNull(source, "source");
        requireNonNull(by, "by");
        requireNonNull(scope, "scope");
        requireNonNull(session, "session");
        requireNonNull(body, "body");
        requireNonNull(address, "address");
    }
}
