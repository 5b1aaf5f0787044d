package org.esbmt.administration.jaas.internal;

import static java.util.Objects.requireNonNull;

import java.util.Set;
import java.util.regex.Pattern;
import javax.security.auth.Subject;
import org.apache.karaf.jaas.boot.principal.ClientPrincipal;
import org.esbmt.administration.api.OperatorLogin.Origin;

/**
 * Who logs in, as Karaf has it: before it asks for a login it puts a {@link ClientPrincipal} into the subject. At SSH that has the
 * socket's address, such as {@code /192.0.2.7:50022} or {@code /[2001:db8:0:0:0:0:0:7]:50022}; at JMX what RMI calls the
 * client's host, such as {@code 192.0.2.7}, and there is none for a login within the process.
 *
 * @param mayWait false at SSH, where as few as two threads serve all sessions, logins among them
 */
record KarafClient(Origin origin, boolean mayWait) {
    /** Before the name of the way: the bus has a JMX port of its own, where failures are others. */
    private static final String WAY = "container";

    private static final String SSH = "ssh";
    /** Of a socket's address: the name of the host, where there is one, and the port. */
    private static final Pattern NO_ADDRESS = Pattern.compile("^[^/]*/|:\\d{1,5}$");

    private static final Pattern BRACKETS = Pattern.compile("[\\[\\]]");

    KarafClient {
        requireNonNull(origin, "origin");
    }

    /** Those of whom Karaf says nothing are one. */
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
        // What has no slash is an address as it is: the end of one of IPv6 looks like a port.
        return of.indexOf('/') < 0
                ? of
                : BRACKETS.matcher(NO_ADDRESS.matcher(of).replaceAll("")).replaceAll("");
    }
}
