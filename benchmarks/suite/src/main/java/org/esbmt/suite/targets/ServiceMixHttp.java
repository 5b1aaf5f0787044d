package org.esbmt.suite.targets;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.esbmt.harness.AssemblyArchive;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.BusProcess;
import org.esbmt.harness.Soap;
import org.esbmt.load.Pinned;
import org.esbmt.suite.message.Payload;
import org.esbmt.suite.message.Scenario;

/** The unmodified servicemix-http in a container of our distribution, the component from which the original prototype began. */
final class ServiceMixHttp {
    private static final int START_SECONDS = 90;

    private ServiceMixHttp() {}

    static Target start(Comparators.Site site) throws IOException, InterruptedException {
        Path installers = new Project(site.projects(), "servicemix").built("installers");
        Path folder = site.folder().resolve("servicemix-http");
        BusHome home = BusHome.unpack(site.distribution(), folder);
        home.useFreePorts();
        configure(home);
        Watchdog.watch(home.directory());
        BusProcess bus = BusProcess.start(home, Pinned.environment());
        try {
            Pinned.pin(bus.process(), Pinned.MEASURED);
            InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Project.freePort());
            deploy(home, "endpoints.zip", assembly(address, site));
            for (String part : List.of("shared", "http")) {
                String name = "servicemix-" + part + "-installer.zip";
                deploy(home, name, Files.readAllBytes(installers.resolve(name)));
            }
            Target target = new Proxy(
                    "servicemix-http",
                    "servicemix-http 2013.01 in the container of "
                            + site.distribution().getFileName(),
                    address,
                    () -> List.of(bus.process().pid()),
                    true,
                    () -> bus.process().isAlive(),
                    Set.of(Scenario.DIRECT),
                    scenario -> i -> "/e" + i + "/",
                    () -> {
                        bus.close();
                        Watchdog.forget(home.directory());
                    });
            awaitAnswer(target);
            return target;
        } catch (IOException | InterruptedException | RuntimeException e) {
            bus.close();
            throw e;
        }
    }

    /**
     * The component's own setting for a connector that blocks. With its usual one, which does not block, a thread of Jetty and the thread that
     * reads the message work on the buffer of the connection at the same time, and many messages above 4 KB get status 500.
     */
    private static void configure(BusHome home) throws IOException {
        Path workspace = Files.createDirectories(home.directory().resolve("data/jbi/servicemix-http/workspace"));
        Files.writeString(
                workspace.resolve("component.properties"),
                "servicemix-http.jettyConnectorClassName=org.eclipse.jetty.server.bio.SocketConnector\n");
    }

    /** The component's own elements for a proxy, as in ServiceMix's documentation of servicemix-http. */
    private static byte[] assembly(InetSocketAddress address, Comparators.Site site) {
        String endpoints = IntStream.range(0, site.endpoints())
                .mapToObj(i -> """
                          <http:consumer service="b:front" endpoint="e%1$d" locationURI="http://%2$s/e%1$d/"
                                         defaultMep="http://www.w3.org/2004/08/wsdl/in-out"
                                         targetService="b:back" targetEndpoint="e%1$d"/>
                          <http:provider service="b:back" endpoint="e%1$d" locationURI="http://%3$s/"/>
                        """.formatted(i, HaProxy.text(address), HaProxy.text(site.backEnd())))
                .collect(Collectors.joining());
        String xbean = "<beans xmlns:http=\"http://servicemix.apache.org/http/1.0\" xmlns:b=\"urn:esbmt:suite\">\n"
                + endpoints + "</beans>\n";
        return AssemblyArchive.of(
                "endpoints",
                List.of(new AssemblyArchive.Unit("endpoints-http", "servicemix-http", Map.of("xbean.xml", xbean))));
    }

    private static void deploy(BusHome home, String name, byte[] content) throws IOException {
        Path written = Files.write(home.directory().resolve(name), content);
        Files.move(written, home.directory().resolve("deploy").resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }

    private static void awaitAnswer(Target target) throws IOException, InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (true) {
            String last;
            try {
                Soap.Answer answer = Probe.send(
                        target.addresses().get(0),
                        target.requests(Scenario.DIRECT, Payload.BUYSTOCKS, 512, 1)
                                .get(0));
                if (answer.status() == 200) {
                    return;
                }
                last = answer.toString();
            } catch (IOException e) {
                last = e.toString();
            }
            if (System.nanoTime() > until) {
                throw new IOException("servicemix-http does not answer after " + START_SECONDS + " s: " + last);
            }
            TimeUnit.MILLISECONDS.sleep(500);
        }
    }
}
