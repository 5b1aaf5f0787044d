package org.esbmt.suite.targets;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.esbmt.suite.message.Scenario;

/** Camel as a program of its own, with its component netty-http, or with platform-http on Vert.x. */
final class Camel {
    private Camel() {}

    static Target start(String name, Comparators.Site site) throws IOException, InterruptedException {
        Project project = new Project(site.projects(), "camel");
        Path lib = project.built("lib");
        Path folder = Files.createDirectories(site.folder().resolve(name));
        Path stylesheet = Files.writeString(folder.resolve("identity.xsl"), Scenario.IDENTITY);
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Project.freePort());
        Child child = Child.start(
                Project.java(
                        List.of(),
                        jar(project) + ":" + lib + "/*",
                        "org.esbmt.comparators.camel.CamelProxy",
                        List.of(
                                name.substring("camel-".length()),
                                Integer.toString(address.getPort()),
                                HaProxy.text(site.backEnd()),
                                stylesheet.toString())),
                folder.resolve("camel.out"));
        child.await(address);
        return new Proxy(
                name,
                "Apache Camel " + Project.version(lib, "camel-api"),
                address,
                () -> List.of(child.process().pid()),
                true,
                () -> child.process().isAlive(),
                EnumSet.allOf(Scenario.class),
                scenario -> i -> "/" + scenario.word() + "/e" + i,
                child::close);
    }

    private static Path jar(Project project) throws IOException {
        try (Stream<Path> files = Files.list(project.folder().resolve("target"))) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .findFirst()
                    .orElseThrow(() -> new IOException("there is no jar in " + project.folder() + "/target"));
        }
    }
}
