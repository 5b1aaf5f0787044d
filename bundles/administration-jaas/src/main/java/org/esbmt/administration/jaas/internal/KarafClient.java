package org.esbmt.administration.jaas.internal;

import static java.util.Objects.requireNonNull;

import java.util.Set;
import java.util.regex.Pattern;
import javax.security.auth.Subject;
import org.apache.karaf.jaas.boot.principal.ClientPrincipal;
import org.esbmt.administration.api.OperatorLogin.Origin;

/**
 * The client of a login, as Karaf names it. Karaf puts a {@link ClientPrincipal} into the subject before the login. At
 * SSH the principal has the socket's address, such as {@code /192.0.2.7:50022} or
 * {@code /[2001:db8:0:0:0:0:0:7]:50022}. At JMX it has RMI's name of the client's host, such as {@code 192.0.2.7}. A
 * login within the process has no such principal.
 *
 * @param mayWait false at SSH, where as few as two threads serve all sessions, logins among them
 */
record KarafClient(Origin origin, boolean mayWait) {
    /** The prefix of Karaf's ways in. The bus has a JMX port of its own, with separate counts of failures. */
    private static final String WAY = "container";

    private static final String SSH = "ssh";
    /** The parts of a socket's address to drop: the name of the host, if there is one, and the port. */
    private static final Pattern NO_ADDRESS = Pattern.compile("^[^/]*/|:\\d{1,5}$");

    private static final Pattern BRACKETS = Pattern.compile("[\\[\\]]");

    KarafClient {
        requireNonNull(origin, "origin");
    }

    /** Derives the client from the subject. All logins without a principal count as one client. */
    static KarafClient of(Subject subject) {
        Set<ClientPrincipal> clients = subject.getPrincipals(ClientPrincipal.class);
        if (clients.size() != 1) {
            return new KarafClient(new Origin(WAY, ""), true);
        }
        ClientPrincipal client = clients.iterator().next();
        boolean ssh = SSH.equals(client.getMethod());
        return new KarafClient(new Origin(WAY + " " + client.getMethod(), address(client.getAddress())), !ssh);
    }

    private static String address(String of) {
        // A text without a slash is an address already. The end of an IPv6 address looks like a port.
        return of.indexOf('/') < 0
                ? of
                : BRACKETS.matcher(NO_ADDRESS.matcher(of).replaceAll("")).replaceAll("");
    }
}
