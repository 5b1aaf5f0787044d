package org.esbmt.suite.targets;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.esbmt.harness.AssemblyArchive;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.BusProcess;
import org.esbmt.harness.SecondNode;
import org.esbmt.load.BusUnderLoad;
import org.esbmt.load.Message;
import org.esbmt.load.Pinned;
import org.esbmt.suite.message.Payload;
import org.esbmt.suite.message.Request;
import org.esbmt.suite.message.Scenario;

/** The bus with tenants, each with an endpoint of its own; the first tenant also has the routes. */
public final class Esbmt implements Target {
    private final String name;
    private final String version;
    private final BusUnderLoad bus;
    private final List<BusProcess> further = new ArrayList<>();
    private final List<InetSocketAddress> addresses = new ArrayList<>();
    private final Map<Scenario, Message.Sender> routes = new EnumMap<>(Scenario.class);

    private Esbmt(String name, Path distribution, BusUnderLoad bus) throws IOException {
        this.name = name;
        this.version = distribution.getFileName().toString();
        this.bus = bus;
        addresses.add(bus.address());
    }

    /**
     * Starts the nodes and creates the tenants.
     *
     * @param name in the results
     * @param nodes share a registry, and a processor
     * @param folder for the unpacked nodes
     */
    public static Esbmt start(
            String name, Path distribution, int tenants, int nodes, InetSocketAddress backEnd, Path folder)
            throws IOException, InterruptedException {
        BusUnderLoad bus = new BusUnderLoad(tenants, backEnd, distribution, folder.resolve("node1"), home -> {
            Watchdog.watch(home.directory());
            if (nodes > 1) {
                new SecondNode(home).listen();
            }
        });
        Esbmt esbmt = new Esbmt(name, distribution, bus);
        try {
            for (int node = 2; node <= nodes; node++) {
                esbmt.join(BusHome.unpack(distribution, folder.resolve("node" + node)), node);
            }
            for (Scenario scenario : EnumSet.complementOf(EnumSet.of(Scenario.DIRECT))) {
                if (nodes == 1) {
                    esbmt.routes.put(scenario, bus.deploy(scenario.word(), archive(scenario, bus.backEndUrl())));
                }
            }
            return esbmt;
        } catch (IOException | InterruptedException | RuntimeException e) {
            esbmt.close();
            throw e;
        }
    }

    private void join(BusHome home, int number) throws IOException, InterruptedException {
        new SecondNode(bus.home()).join(home, number);
        for (String key : List.of("egress.allow", "threads")) {
            home.set(
                    "org.esbmt.http.bc.cfg",
                    key,
                    bus.home().get("org.esbmt.http.bc.cfg", key).orElseThrow());
        }
        Watchdog.watch(home.directory());
        BusProcess node = BusProcess.start(home, Pinned.environment());
        further.add(node);
        Pinned.pin(node.process(), Pinned.MEASURED);
        addresses.add(BusAddress.of(home));
    }

    private static byte[] archive(Scenario scenario, String backEnd) {
        String name = scenario.word();
        String steps =
                switch (scenario) {
                    case CBR_BODY -> choice("<xpath>" + Scenario.BODY_CONDITION + "</xpath>");
                    case CBR_SOAP_HEADER -> choice("<xpath>" + Scenario.SOAP_HEADER_CONDITION + "</xpath>");
                    case CBR_HTTP_HEADER -> choice("<simple>" + Scenario.HTTP_HEADER_CONDITION + "</simple>");
                    case XSLT -> """
                            <to uri="xslt:identity.xsl"/>
                            <to uri="jbi:service:urn:esbmt:suite:BackEnd"/>
                            <to uri="xslt:identity.xsl"/>
                            """;
                    case DIRECT -> throw new IllegalArgumentException("the direct proxy has no route");
                };
        String http = """
                <beans xmlns:http="http://servicemix.apache.org/http/1.0" xmlns:b="urn:esbmt:suite">
                  <http:soap-consumer service="b:Load" endpoint="%1$s" targetService="b:Router" targetEndpoint="%1$s"/>
                  <http:soap-provider service="b:BackEnd" endpoint="%1$s" locationURI="%2$s"/>
                  <http:soap-provider service="b:Nobody" endpoint="%1$s" locationURI="%2$s"/>
                </beans>
                """.formatted(name, backEnd);
        String route = """
                <routes xmlns="http://camel.apache.org/schema/spring" %1$s>
                  <route id="%2$s">
                    <from uri="jbi:endpoint:urn:esbmt:suite:Router:%2$s"/>
                    %3$s
                  </route>
                </routes>
                """.formatted(Scenario.NAMESPACES, name, steps);
        Map<String, String> files = scenario == Scenario.XSLT
                ? Map.of("routes.xml", route, "identity.xsl", Scenario.IDENTITY)
                : Map.of("routes.xml", route);
        return AssemblyArchive.of(
                name,
                List.of(
                        new AssemblyArchive.Unit(name + "-http", "http-bc", Map.of("xbean.xml", http)),
                        new AssemblyArchive.Unit(name + "-routes", "camel-se", files)));
    }

    private static String choice(String condition) {
        return """
                <choice>
                  <when>%s<to uri="jbi:service:urn:esbmt:suite:BackEnd"/></when>
                  <otherwise><to uri="jbi:service:urn:esbmt:suite:Nobody"/></otherwise>
                </choice>
                """.formatted(condition);
    }

    /** The tenants' senders, in the order of their endpoints. */
    public List<Message.Sender> senders() {
        return bus.senders();
    }

    /** The first node, for the deployment of more. */
    public BusUnderLoad bus() {
        return bus;
    }

    /** Tells in a word whether the nodes have checked Bodies by vectors, as their logs say up to now. */
    public String vectors() {
        List<Path> logs = new ArrayList<>(List.of(bus.home().log()));
        further.forEach(node -> logs.add(node.home().log()));
        return Vectors.of(logs);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String version() {
        return version;
    }

    @Override
    public List<InetSocketAddress> addresses() {
        return addresses;
    }

    @Override
    public List<Long> pids() {
        List<Long> pids = new ArrayList<>(List.of(bus.pid()));
        further.forEach(node -> pids.add(node.process().pid()));
        return pids;
    }

    @Override
    public boolean isJava() {
        return true;
    }

    @Override
    public boolean isAlive() {
        return pids().stream()
                .allMatch(pid ->
                        ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent());
    }

    @Override
    public Set<Scenario> scenarios() {
        Set<Scenario> scenarios = EnumSet.of(Scenario.DIRECT);
        scenarios.addAll(routes.keySet());
        return scenarios;
    }

    @Override
    public List<Request> requests(Scenario scenario, Payload payload, int bytes, int endpoints) {
        String element = payload.element(bytes);
        List<Message.Sender> senders =
                scenario == Scenario.DIRECT ? bus.senders().subList(0, endpoints) : List.of(routes.get(scenario));
        return senders.stream()
                .map(s -> Request.of(s.path(), s.tenant(), s.user(), s.password(), element))
                .toList();
    }

    @Override
    public void close() throws IOException {
        try {
            for (BusProcess node : further) {
                node.close();
                Watchdog.forget(node.home().directory());
            }
        } finally {
            bus.close();
            Watchdog.forget(bus.home().directory());
        }
    }
}
