package org.esbmt.suite.management;

import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import org.esbmt.harness.BusHome;

/**
 * The work of one client process. It comes by standard input, so that no password is among the arguments of a process.
 *
 * @param api {@code local}, {@code jmx}, {@code rest} or {@code soap}
 * @param home the running bus
 * @param administrator an administrator of the installation
 * @param tenantId the tenant whose quota changes
 * @param round from 1
 * @param calls measured calls of single operations; batches have a tenth
 * @param batch steps of a batch
 * @param roundTrips of the latencies, in milliseconds
 * @param interruptions their lengths in seconds; 0 for a reset
 * @param patience the time after which a client gives up
 */
record Assignment(
        String api,
        Path home,
        BusHome.Credentials administrator,
        String tenantId,
        int round,
        int calls,
        int batch,
        List<Integer> roundTrips,
        List<Integer> interruptions,
        Duration patience) {
    static final String LOCAL = "local";
    static final String JMX = "jmx";
    static final String REST = "rest";
    static final String SOAP = "soap";
    static final List<String> APIS = List.of(LOCAL, JMX, REST, SOAP);
    /** The resource of the quota that changes. */
    static final String RESOURCE = "USERS";

    String text() throws IOException {
        Properties properties = new Properties();
        properties.setProperty("api", api);
        properties.setProperty("home", home.toString());
        properties.setProperty("login", administrator.login());
        properties.setProperty("password", administrator.password());
        properties.setProperty("tenantId", tenantId);
        properties.setProperty("round", Integer.toString(round));
        properties.setProperty("calls", Integer.toString(calls));
        properties.setProperty("batch", Integer.toString(batch));
        properties.setProperty("roundTrips", list(roundTrips));
        properties.setProperty("interruptions", list(interruptions));
        properties.setProperty("patience", Long.toString(patience.toMillis()));
        StringWriter text = new StringWriter();
        properties.store(text, null);
        return text.toString();
    }

    static Assignment read(Reader reader) throws IOException {
        Properties properties = new Properties();
        properties.load(reader);
        return new Assignment(
                properties.getProperty("api"),
                Path.of(properties.getProperty("home")),
                new BusHome.Credentials(properties.getProperty("login"), properties.getProperty("password")),
                properties.getProperty("tenantId"),
                Integer.parseInt(properties.getProperty("round")),
                Integer.parseInt(properties.getProperty("calls")),
                Integer.parseInt(properties.getProperty("batch")),
                numbers(properties.getProperty("roundTrips")),
                numbers(properties.getProperty("interruptions")),
                Duration.ofMillis(Long.parseLong(properties.getProperty("patience"))));
    }

    private static String list(List<Integer> numbers) {
        return String.join(",", numbers.stream().map(String::valueOf).toList());
    }

    static List<Integer> numbers(String list) {
        return list.isBlank()
                ? List.of()
                : Arrays.stream(list.split(",", -1)).map(Integer::valueOf).toList();
    }
}
