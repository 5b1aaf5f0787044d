package org.esbmt.suite.targets;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.esbmt.suite.message.Scenario;

/** Apache Synapse with its pass-through transport. Its configuration is the resources {@code synapse*}. */
final class Synapse {
    private Synapse() {}

    static Target start(Comparators.Site site) throws IOException, InterruptedException {
        Path lib = new Project(site.projects(), "synapse").built("lib");
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Project.freePort());
        Path home = site.folder().resolve("synapse");
        Path repository = home.resolve("repository");
        for (String folder : List.of("modules", "services", "conf")) {
            Files.createDirectories(repository.resolve(folder));
        }
        Path axis2 = Files.writeString(
                repository.resolve("conf/axis2.xml"),
                HaProxy.resource("synapse-axis2.xml").replace("@port@", Integer.toString(address.getPort())));
        Path synapse = Files.writeString(
                repository.resolve("conf/synapse.xml"),
                HaProxy.resource("synapse.xml").replace("@backend@", HaProxy.text(site.backEnd())));
        Path log = Files.writeString(
                repository.resolve("conf/log4j.properties"), HaProxy.resource("synapse-log4j.properties"));
        Child child = Child.start(
                Project.java(
                        List.of("-Dsynapse.home=" + home, "-Dlog4j.configuration=" + log.toUri()),
                        lib + "/*",
                        "org.apache.synapse.SynapseServer",
                        List.of(
                                repository.toString(),
                                axis2.toString(),
                                home.toString(),
                                synapse.toString(),
                                repository.toString(),
                                "suite")),
                home.resolve("synapse.out"));
        child.await(address);
        return new Proxy(
                "synapse",
                "Apache Synapse " + Project.version(lib, "synapse-core") + ", pass-through transport",
                address,
                () -> List.of(child.process().pid()),
                true,
                () -> child.process().isAlive(),
                Set.of(Scenario.DIRECT),
                scenario -> i -> "/e" + i,
                child::close);
    }
}
