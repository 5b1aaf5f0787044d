package org.esbmt.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.LongFunction;
import org.esbmt.harness.AdministrationClient;
import org.esbmt.harness.BackEndProcess;
import org.esbmt.harness.Example;
import org.esbmt.harness.Soap;
import org.esbmt.harness.SteadyLoad;

/**
 * The second part of the demo: routes. Each tenant deploys the guide's content-based router and its translation by XSLT. Then one
 * tenant switches its router to a new version under load, and rolls back.
 */
final class RouteDemo {
    private static final String ROUTER = "content-based-routing";
    private static final String ROUTES = "routing-routes/routes.xml";
    private static final int PER_SECOND = 500;
    private static final int MESSAGES_OF_A_PHASE = 1000;
    private static final Duration PHASE = Duration.ofSeconds(30);

    /** A tenant, the common beginning of its URLs, and its back end. */
    record Sender(AdministrationClient.Tenant tenant, String url, BackEndProcess backEnd) {
        String message(String body) {
            return Soap.envelope(Soap.tenantContext(tenant.tenantId(), tenant.userId(), tenant.password()), body);
        }
    }

    private final PrintStream out;
    private final Soap soap;
    private final AdministrationClient administration;
    private final BiConsumer<Boolean, String> expect;

    /** @param expect takes the result of a check, and the sentence about its failure */
    RouteDemo(PrintStream out, Soap soap, AdministrationClient administration, BiConsumer<Boolean, String> expect) {
        this.out = out;
        this.soap = soap;
        this.administration = administration;
        this.expect = expect;
    }

    void show(List<Sender> senders) throws IOException, InterruptedException {
        Table table = new Table("tenant", "route", "order", "status", "answered by", "answer");
        for (Sender sender : senders) {
            deploy(sender, Example.named(ROUTER));
            deploy(sender, Example.named("xslt-both-ways"));
            routed(table, sender, "DE", "domestic");
            routed(table, sender, "FR", "abroad");
            translated(table, sender);
        }
        out.println("\nEach tenant's own routes, from the same two archives:\n");
        out.print(table);
        switched(senders.get(0));
    }

    private void deploy(Sender sender, Example example) throws IOException {
        String state = administration.deploy(
                sender.tenant(), example.archive(sender.backEnd().url()));
        expect.accept(
                state.equals("STARTED"), "an example of " + sender.tenant().name() + " is " + state);
    }

    private void routed(Table table, Sender sender, String country, String path)
            throws IOException, InterruptedException {
        String order = order(sender.tenant().name() + "-" + country, country);
        Soap.Answer answer = soap.send(sender.url() + "Orders/by-body", sender.message(order));
        table.row(
                sender.tenant().name(),
                "by content",
                country,
                Integer.toString(answer.status()),
                answer.backEnd(),
                answer.body().contains(order) ? "the order" : "something else");
        expect.accept(
                answer.status() == 200
                        && answer.backEnd().equals(sender.backEnd().name() + "/" + path)
                        && answer.body().contains(order)
                        && !answer.body().contains(sender.tenant().password()),
                "an order from " + country + " was not answered at /" + path + ": " + answer);
    }

    private void translated(Table table, Sender sender) throws IOException, InterruptedException {
        String order = order(sender.tenant().name() + "-translated", "FR");
        Soap.Answer answer = soap.send(sender.url() + "Orders/translated", sender.message(order));
        boolean confirmed = answer.body().contains("confirmation")
                && answer.body().contains("pieces>5<")
                && !answer.body().contains("delivery");
        table.row(
                sender.tenant().name(),
                "XSLT both ways",
                "FR",
                Integer.toString(answer.status()),
                answer.backEnd(),
                confirmed ? "a confirmation of 5 pieces" : "something else");
        expect.accept(
                answer.status() == 200
                        && confirmed
                        && answer.backEnd().equals(sender.backEnd().name() + "/warehouse"),
                "a translated order was not confirmed by the warehouse: " + answer);
    }

    /** The new version routes orders from Austria as domestic, so the answer shows the version of the router. */
    private void switched(Sender sender) throws IOException, InterruptedException {
        Example newer =
                Example.named(ROUTER).with(ROUTES, "o:country = 'DE'<", "o:country = 'DE' or //o:country = 'AT'<");
        LongFunction<String> message = number -> sender.message(order(Long.toString(number), "AT"));
        long seenBefore = numbers(sender)[0];
        SteadyLoad load = new SteadyLoad(sender.url() + "Orders/by-body", PER_SECOND, message);
        Table table = new Table("version", "answers from abroad", "answers from domestic", "the change took");
        long[] before = {0, 0};
        try (load) {
            load.await(MESSAGES_OF_A_PHASE, PHASE);
            phase(table, "the first", load, before, sender, "", true);
            long start = System.nanoTime();
            administration.switchTo(
                    sender.tenant(), newer.archive(sender.backEnd().url()));
            String took = millis(start);
            settle(load, before, sender);
            load.await(MESSAGES_OF_A_PHASE, PHASE);
            phase(table, "switched to the second", load, before, sender, took, false);
            start = System.nanoTime();
            administration.changeAssembly("rollBackAssembly", sender.tenant(), ROUTER);
            took = millis(start);
            settle(load, before, sender);
            load.await(MESSAGES_OF_A_PHASE, PHASE);
            phase(table, "rolled back to the first", load, before, sender, took, true);
            load.finish();
        }
        long[] numbers = numbers(sender);
        long lost = load.sent() - (numbers[0] - seenBefore);
        out.println("\nA new version of " + sender.tenant().name() + "'s router under " + PER_SECOND
                + " messages a second, and back (orders from AT):\n");
        out.print(table);
        out.println("\n  " + load.sent() + " messages: " + (load.sent() - load.answered()) + " failed, " + lost
                + " lost, " + numbers[1] + " doubled");
        expect.accept(load.firstFailure() == null, "a message failed during the switch: " + load.firstFailure());
        expect.accept(load.sent() == load.answered(), "not every message of the load was answered");
        expect.accept(lost == 0 && numbers[1] == 0, lost + " messages were lost, " + numbers[1] + " doubled");
    }

    /** Waits for the open requests of the change, which may belong to either version. */
    private static void settle(SteadyLoad load, long[] before, Sender sender) throws InterruptedException {
        load.awaitAnswersOfNow(PHASE);
        before[0] = load.answeredBy(sender.backEnd().name() + "/abroad");
        before[1] = load.answeredBy(sender.backEnd().name() + "/domestic");
    }

    private void phase(
            Table table, String version, SteadyLoad load, long[] before, Sender sender, String took, boolean abroad) {
        long fromAbroad = load.answeredBy(sender.backEnd().name() + "/abroad") - before[0];
        long fromDomestic = load.answeredBy(sender.backEnd().name() + "/domestic") - before[1];
        table.row(version, Long.toString(fromAbroad), Long.toString(fromDomestic), took);
        expect.accept(
                abroad ? fromDomestic == 0 && fromAbroad > 0 : fromAbroad == 0 && fromDomestic > 0,
                "the version " + version + " was not in force: " + fromAbroad + " from abroad, " + fromDomestic
                        + " from domestic");
    }

    /** The count of different numbers at the back end, and of those received more than once. */
    private long[] numbers(Sender sender) throws IOException, InterruptedException {
        String[] both = soap.get(sender.backEnd().url() + "numbers").split(" ", -1);
        return new long[] {Long.parseLong(both[0]), Long.parseLong(both[1])};
    }

    private static String millis(long start) {
        return (System.nanoTime() - start) / 1_000_000 + " ms";
    }

    /** An order in the format of the examples, of 2 and 3 pieces. */
    static String order(String number, String country) {
        return "<o:order xmlns:o=\"http://example.org/orders\"><o:number>" + number
                + "</o:number><o:customer>Jones</o:customer><o:country>" + country
                + "</o:country><o:line><o:article>bolt</o:article><o:quantity>2</o:quantity></o:line>"
                + "<o:line><o:article>nut</o:article><o:quantity>3</o:quantity></o:line></o:order>";
    }
}
