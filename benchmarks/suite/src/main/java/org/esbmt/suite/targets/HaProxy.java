package org.esbmt.suite.targets;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.esbmt.harness.FreePorts;
import org.esbmt.load.Pinned;
import org.esbmt.suite.message.Scenario;

/** HAProxy as a plain reverse proxy, with one thread. Its configuration is the resource {@code haproxy.cfg}. */
final class HaProxy {
    private HaProxy() {}

    static Target start(InetSocketAddress backEnd, Path folder) throws IOException, InterruptedException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), FreePorts.next());
        Files.createDirectories(folder);
        Path file = Files.writeString(
                folder.resolve("haproxy.cfg"),
                resource("haproxy.cfg").replace("@listen@", text(address)).replace("@backend@", text(backEnd)));
        Child child = Child.start(
                Pinned.command(Pinned.MEASURED, List.of("haproxy", "-f", file.toString(), "-db")),
                folder.resolve("haproxy.out"));
        child.await(address);
        return new Proxy(
                "haproxy",
                Child.firstLine("haproxy", "-v"),
                address,
                () -> List.of(child.process().pid()),
                false,
                () -> child.process().isAlive(),
                Set.of(Scenario.DIRECT),
                scenario -> i -> "/e" + i,
                child::close);
    }

    static String resource(String name) throws IOException {
        try (InputStream in = HaProxy.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), UTF_8);
        }
    }

    static String text(InetSocketAddress address) {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }
}
