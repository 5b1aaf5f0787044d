package org.esbmt.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.esbmt.harness.AdministrationClient;
import org.esbmt.harness.BackEndProcess;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.BusProcess;
import org.esbmt.harness.RandomPassword;
import org.esbmt.harness.SecondNode;
import org.esbmt.harness.Soap;

/**
 * Two tenants on one real bus. It starts a fresh distribution and back ends. Both tenants deploy an assembly of the same name
 * with the same service names. It sends messages that reach the tenant's own back end, and messages that the bus refuses. Then it
 * shows routes ({@link RouteDemo}), WS-Security ({@link SignedMessagesDemo}) and the administration port ({@link
 * AdministrationPortDemo}).
 */
public final class Demo {
    private static final int MESSAGES = 3;
    /** The limit of the wait for a suspension, which takes effect within 2 s. */
    private static final Duration SUSPENSION = Duration.ofSeconds(5);

    private final PrintStream out;
    private final Path directory;
    private final KeptDemo kept;
    private final Soap soap = new Soap();
    private final List<String> failures = new ArrayList<>();
    private final List<AutoCloseable> opened = Collections.synchronizedList(new ArrayList<>());
    private long acceptedMeanwhile;

    private Demo(PrintStream out, Path directory) {
        this.out = out;
        this.directory = directory;
        this.kept = new KeptDemo(directory);
    }

    /**
     * Runs the demo.
     *
     * @param args {@code <distribution.tar.gz> <directory> [--keep|--stop|--nodes 2]}
     */
    public static void main(String[] args) throws Exception {
        Demo demo = new Demo(System.out, Path.of(args[1]).toAbsolutePath());
        String option = args.length > 2 ? args[2] : "";
        if (option.equals("--nodes")) {
            System.exit(demo.run(() -> demo.showCluster(Path.of(args[0]))) ? 0 : 1);
        }
        if (option.equals("--stop")) {
            System.out.println(demo.kept.stop() ? "demo stopped" : "no demo is running");
            return;
        }
        boolean keep = option.equals("--keep");
        System.exit(demo.run(() -> demo.show(Path.of(args[0]), keep), keep) ? 0 : 1);
    }

    /** A part of the demo to show. */
    @FunctionalInterface
    private interface Shown {
        void show() throws IOException, InterruptedException;
    }

    private boolean run(Shown shown) throws IOException, InterruptedException {
        return run(shown, false);
    }

    private boolean run(Shown shown, boolean keep) throws IOException, InterruptedException {
        if (kept.runs()) {
            out.println("A demo is running already. Stop it first: ./demo --stop");
            return false;
        }
        Thread interrupted = new Thread(this::closeAll, "demo-interrupted");
        Runtime.getRuntime().addShutdownHook(interrupted);
        boolean passed = false;
        try {
            shown.show();
            passed = failures.isEmpty();
        } catch (IOException | RuntimeException e) {
            failures.add(e.getMessage() == null ? e.toString() : e.getMessage());
        } finally {
            Runtime.getRuntime().removeShutdownHook(interrupted);
            if (!(keep && passed)) {
                closeAll();
            }
        }
        if (!failures.isEmpty()) {
            out.println();
            failures.forEach(f -> out.println("FAILED: " + f));
            out.println("demo failed; the bus's log is below " + directory.resolve("bus"));
            return false;
        }
        out.println("\ndemo passed");
        return true;
    }

    private void show(Path distribution, boolean keep) throws IOException, InterruptedException {
        BusHome.delete(directory);
        Files.createDirectories(directory);
        BackEndProcess acmeBackEnd = backEnd("acme-backend");
        BackEndProcess globexBackEnd = backEnd("globex-backend");
        BackEndProcess initechBackEnd = backEnd("initech-backend");
        BackEndProcess umbrellaBackEnd = backEnd("umbrella-backend");

        BusHome home = BusHome.unpack(distribution, directory.resolve("bus"));
        home.useFreePorts();
        allow(home, List.of(acmeBackEnd, globexBackEnd, initechBackEnd, umbrellaBackEnd));
        out.println("Starting the bus in " + home.directory());
        long start = System.nanoTime();
        BusProcess bus = BusProcess.start(home);
        opened.add(bus);
        out.printf(Locale.ROOT, "The bus takes messages after %.1f s%n", (System.nanoTime() - start) / 1e9);

        BusHome.Credentials administrator = home.initialAdministrator()
                .orElseThrow(() -> new IOException("the first start has left no administrator's password"));
        try (AdministrationClient administration = new AdministrationClient(bus, administrator)) {
            Customer acme = customer(administration, home, "acme", "Acme Corporation", acmeBackEnd);
            Customer globex = customer(administration, home, "globex", "Globex Inc.", globexBackEnd);
            messages(List.of(acme, globex));
            refusals(administration, acme, globex);
            new RouteDemo(out, soap, administration, this::expect).show(List.of(acme.sender(), globex.sender()));
            new SignedMessagesDemo(out, home, directory, this::expect)
                    .show(administration, acme.tenant(), acmeBackEnd, List.of(home));
            List<Customer> customers = new ArrayList<>(List.of(acme, globex));
            customers.addAll(new AdministrationPortDemo(out, soap, home, administrator, this::expect)
                    .show(initechBackEnd, umbrellaBackEnd));
            out.println("\nThe console: " + home.administrationUrl() + "/");
            if (keep && failures.isEmpty()) {
                kept.describe(json(home, administrator, customers));
                describeKeptDemo(home, administrator, acme);
            }
        }
    }

    /** Shows a cluster of two nodes. The first one has PostgreSQL and the broker. */
    private void showCluster(Path distribution) throws IOException, InterruptedException {
        BusHome.delete(directory);
        Files.createDirectories(directory);
        List<BackEndProcess> backEnds = List.of(backEnd("acme-backend"), backEnd("globex-backend"));
        BusHome home = BusHome.unpack(distribution, directory.resolve("bus"));
        home.useFreePorts();
        SecondNode secondNode = new SecondNode(home);
        secondNode.listen();
        BusProcess first = started(home, backEnds, "node 1");
        BusHome.Credentials administrator = home.initialAdministrator()
                .orElseThrow(() -> new IOException("the first start has left no administrator's password"));
        BusHome secondHome = BusHome.unpack(distribution, directory.resolve("node2"));
        secondNode.join(secondHome);
        BusProcess second = started(secondHome, backEnds, "node 2");
        BusProcess again = new ClusterDemo(out, directory, this::expect).show(first, second, administrator, backEnds);
        opened.remove(second);
        opened.add(again);
    }

    private BusProcess started(BusHome home, List<BackEndProcess> backEnds, String name)
            throws IOException, InterruptedException {
        allow(home, backEnds);
        long start = System.nanoTime();
        BusProcess bus = BusProcess.start(home);
        opened.add(bus);
        out.printf(Locale.ROOT, "%s takes messages after %.1f s%n", name, (System.nanoTime() - start) / 1e9);
        return bus;
    }

    /** By default tenants cannot reach back ends on this machine, such as these. */
    private static void allow(BusHome home, List<BackEndProcess> backEnds) throws IOException {
        home.set(
                "org.esbmt.http.bc.cfg",
                "egress.allow",
                backEnds.stream().map(b -> "*@" + b.hostAndPort()).collect(Collectors.joining(", ")));
    }

    private BackEndProcess backEnd(String name) throws IOException, InterruptedException {
        BackEndProcess backEnd = new BackEndProcess(name, directory);
        opened.add(backEnd);
        kept.remember(backEnd);
        return backEnd;
    }

    private static Customer customer(
            AdministrationClient administration, BusHome home, String name, String displayName, BackEndProcess backEnd)
            throws IOException {
        AdministrationClient.Tenant tenant =
                administration.createTenant(name, displayName, name + "-admin", RandomPassword.next());
        String state = administration.deploy(tenant, Customer.archive(backEnd));
        if (!state.equals("STARTED")) {
            throw new IllegalStateException("the assembly of " + name + " is " + state + ", not STARTED");
        }
        return Customer.of(tenant, home, backEnd);
    }

    private void messages(List<Customer> customers) throws IOException, InterruptedException {
        Table table = new Table("tenant", "sent to", "status", "answered by", "took");
        for (int i = 1; i <= MESSAGES; i++) {
            for (Customer c : customers) {
                boolean shared = i == MESSAGES;
                String body = Customer.order(c.tenant().name() + "-" + i);
                Soap.Answer answer = soap.send(shared ? c.sharedUrl() : c.url(), Soap.envelope(c.header(), body));
                table.row(
                        c.tenant().name(),
                        shared ? "the shared URL" : "its own URL",
                        Integer.toString(answer.status()),
                        answer.backEnd(),
                        String.format(Locale.ROOT, "%.1f ms", answer.took().toNanos() / 1e6));
                expect(
                        answer.status() == 200
                                && answer.backEnd().equals(c.backEnd().name())
                                && answer.body().contains(body)
                                && !answer.body().contains(c.tenant().password()),
                        c.tenant().name() + "'s message was not answered by its own back end: " + answer);
            }
        }
        out.println("\nTwo tenants, one assembly name, one service name, each its own back end:\n");
        out.print(table);
    }

    private void refusals(AdministrationClient administration, Customer acme, Customer globex)
            throws IOException, InterruptedException {
        long before = seen(acme) + seen(globex);
        Table table = new Table("request", "status", "fault");
        String body = Customer.order("never");
        refusal(
                table,
                "globex's credentials on acme's URL",
                acme.url(),
                Soap.envelope(globex.header(), body),
                "NO_SUCH_ENDPOINT");
        refusal(
                table,
                "a wrong password",
                acme.url(),
                Soap.envelope(
                        Soap.tenantContext(
                                acme.tenant().tenantId(), acme.tenant().userId(), "not-the-password"),
                        body),
                "NOT_AUTHENTICATED");
        refusal(table, "no header", acme.url(), Soap.envelope("", body), "CONTEXT_MISSING");
        refusal(
                table,
                "a doubled header",
                acme.url(),
                Soap.envelope(acme.header() + globex.header(), body),
                "CONTEXT_INVALID");
        refusal(
                table,
                "a DOCTYPE",
                acme.url(),
                "<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>" + Soap.envelope(acme.header(), "<x>&e;</x>"),
                "MALFORMED");

        administration.suspend(acme.tenant().tenantId());
        String message = Soap.envelope(acme.header(), Customer.order("suspended"));
        untilCode(acme, message, "TENANT_SUSPENDED");
        long whenSuspended = seen(acme);
        refusal(table, "a suspended tenant", acme.url(), message, "TENANT_SUSPENDED");
        expect(seen(acme) == whenSuspended, "a message of a suspended tenant reached its back end");
        administration.resume(acme.tenant().tenantId());
        untilCode(acme, message, "");

        out.println("\nRefused requests, which reach no back end:\n");
        out.print(table);
        expect(
                seen(acme) + seen(globex) == before + acceptedMeanwhile,
                "a refused message reached a back end: " + (seen(acme) + seen(globex) - before - acceptedMeanwhile));
    }

    private void refusal(Table table, String request, String url, String message, String code)
            throws IOException, InterruptedException {
        Soap.Answer answer = soap.send(url, message);
        table.row(request, Integer.toString(answer.status()), answer.faultCode());
        expect(
                answer.status() == 500
                        && answer.faultCode().equals(code)
                        && answer.backEnd().isEmpty(),
                request + " was not refused with " + code + ": " + answer);
    }

    /** Sends until the fault code is this one, or empty for an answer. A change of a tenant takes effect within 2 s. */
    private void untilCode(Customer customer, String message, String code) throws IOException, InterruptedException {
        long until = System.nanoTime() + SUSPENSION.toNanos();
        Soap.Answer answer;
        do {
            answer = soap.send(customer.url(), message);
            if (answer.status() == 200) {
                acceptedMeanwhile++;
            }
        } while (!answer.faultCode().equals(code) && System.nanoTime() < until);
        expect(answer.faultCode().equals(code), "instead of " + (code.isEmpty() ? "an answer" : code) + ": " + answer);
    }

    private long seen(Customer customer) throws IOException, InterruptedException {
        return Long.parseLong(soap.get(customer.backEnd().url() + "count"));
    }

    private void expect(boolean condition, String failure) {
        if (!condition) {
            failures.add(failure);
        }
    }

    private void describeKeptDemo(BusHome home, BusHome.Credentials administrator, Customer acme) throws IOException {
        out.println("\nThe bus and the back ends keep running; " + kept.description() + " describes them.");
        out.println("A message of acme:\n");
        out.println("curl -sS -H 'Content-Type: text/xml; charset=utf-8' -H 'SOAPAction: \"\"' -d '"
                + Soap.envelope(acme.header(), Customer.order("from-curl")) + "' " + acme.url());
        out.println("\nThe REST API, and the console with the same logins ("
                + acme.tenant().credentials().login() + " is acme's):\n");
        out.println("curl -sS --cacert " + home.certificate() + " -u '" + administrator.login() + ":"
                + administrator.password() + "' " + home.administrationUrl() + "/api/v1/tenants");
        out.println("\nStop everything: ./demo --stop");
    }

    private static String json(BusHome home, BusHome.Credentials administrator, List<Customer> customers)
            throws IOException {
        Json json = new Json()
                .put("home", home.directory().toString())
                .put("baseUrl", home.baseUrl())
                .put("jmxUrl", home.jmxUrl())
                .put("adminUrl", home.administrationUrl())
                .put("adminCertificate", home.certificate().toString())
                .put("adminUser", administrator.login())
                .put("adminPassword", administrator.password());
        List<Json> tenants = new ArrayList<>();
        for (Customer c : customers) {
            tenants.add(new Json()
                    .put("name", c.tenant().name())
                    .put("tenantId", c.tenant().tenantId())
                    .put("login", c.tenant().credentials().login())
                    .put("userId", c.tenant().userId())
                    .put("password", c.tenant().password())
                    .put("url", c.url())
                    .put("sharedUrl", c.sharedUrl())
                    .put("backend", c.backEnd().name()));
        }
        return json.put("tenants", tenants) + "\n";
    }

    private void closeAll() {
        synchronized (opened) {
            Collections.reverse(opened);
            for (AutoCloseable c : opened) {
                try {
                    c.close();
                } catch (Exception e) {
                    failures.add("cannot stop " + c.getClass().getSimpleName() + ": " + e.getMessage());
                }
            }
            opened.clear();
        }
        try {
            kept.stop();
        } catch (IOException e) {
            failures.add("cannot stop everything: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
