package org.esbmt.suite.management;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.rmi.server.RMISocketFactory;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.esbmt.harness.BusHome;
import org.esbmt.suite.management.Plane.RefusedException;
import org.esbmt.suite.result.ManagementLine;

/** The client process of one interface. It reads its assignment, and prints lines of {@code management.csv}. */
final class ManagementClient {
    private static final int WARM_UP = 300;

    private ManagementClient() {}

    public static void main(String[] args) throws Exception {
        Assignment assignment;
        try (Reader reader = new InputStreamReader(System.in, StandardCharsets.UTF_8)) {
            assignment = Assignment.read(reader);
        }
        run(assignment);
        System.exit(0); // threads of RMI go on
    }

    private static void run(Assignment assignment)
            throws IOException, InterruptedException, RefusedException, GeneralSecurityException {
        BusHome home = new BusHome(assignment.home());
        if (assignment.api().equals(Assignment.LOCAL)) {
            latencies(new JmxPlane(home, assignment), assignment, List.of());
            return;
        }
        boolean jmx = assignment.api().equals(Assignment.JMX);
        int port = jmx ? URI.create(jmxAddress(home)).getPort() : home.administrationPort();
        try (SlowLink link = SlowLink.open(port, Duration.ZERO);
                SlowLink names = SlowLink.open(jmx ? namesPort(home) : port, Duration.ZERO);
                Plane plane = plane(home, assignment, port, link, names)) {
            if (!assignment.roundTrips().isEmpty()) {
                latencies(plane, assignment, List.of(link, names));
            }
            RestPlane direct = new RestPlane(
                    new AdministrationHttp(home, home.administrationPort(), assignment.patience()), assignment);
            for (int seconds : assignment.interruptions()) {
                link.roundTrip(Duration.ZERO);
                new InterruptionStudy(plane, direct::state, link, assignment)
                        .measure(Duration.ofSeconds(seconds))
                        .forEach(ManagementClient::print);
            }
        }
    }

    private static Plane plane(BusHome home, Assignment assignment, int port, SlowLink link, SlowLink names)
            throws IOException, GeneralSecurityException {
        return switch (assignment.api()) {
            case Assignment.JMX -> {
                RMISocketFactory.setSocketFactory(
                        new RedirectedSockets(Map.of(port, link.port(), namesPort(home), names.port())));
                yield new JmxPlane(home, assignment);
            }
            case Assignment.REST ->
                new RestPlane(new AdministrationHttp(home, link.port(), assignment.patience()), assignment);
            case Assignment.SOAP ->
                new SoapPlane(new AdministrationHttp(home, link.port(), assignment.patience()), assignment);
            default -> throw new IllegalArgumentException("there is no interface " + assignment.api());
        };
    }

    /** The address of the RMI server in a URL of JMX, as a URI. */
    private static String jmxAddress(BusHome home) throws IOException {
        String url = home.jmxUrl();
        return "rmi://" + url.substring("service:jmx:rmi://".length(), url.indexOf("/jndi/"));
    }

    private static int namesPort(BusHome home) throws IOException {
        String url = home.jmxUrl();
        return URI.create(url.substring(url.indexOf("/jndi/") + "/jndi/".length()))
                .getPort();
    }

    private static void latencies(Plane plane, Assignment assignment, List<SlowLink> links)
            throws IOException, InterruptedException, RefusedException {
        LatencyStudy study = new LatencyStudy(plane, assignment);
        study.warmUp(WARM_UP);
        for (int rtt : assignment.roundTrips()) {
            links.forEach(link -> link.roundTrip(Duration.ofMillis(rtt)));
            study.measure(rtt).forEach(ManagementClient::print);
            if (links.isEmpty()) {
                return; // a local call has no link
            }
        }
    }

    private static void print(ManagementLine line) {
        System.out.println(line.line());
        System.out.flush();
    }
}
