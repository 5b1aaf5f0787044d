package org.esbmt.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.esbmt.harness.AdministrationClient;
import org.esbmt.harness.AssemblyArchive;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.RestClient;

/**
 * The first tenant of a bus with keys of its own, endpoints for secured messages, and a partner who makes them. One thread.
 */
public final class SecuredTenant {
    /** The protection of an endpoint's messages. */
    public enum Protection {
        /** Timestamp and Body of the request are signed. */
        SIGNED("accept=\"signature\" protect=\"signed\""),
        /** Timestamp and Body are signed and the Body encrypted, in both directions. */
        GATEWAY("accept=\"signature\" protect=\"signed-encrypted\" answer=\"signed-encrypted\"");

        private final String attributes;

        Protection(String attributes) {
            this.attributes = attributes;
        }

        private String endpoint() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Message.Sender sender;
    private final Partner partner;
    private final X509Certificate forBus;
    private final X509Certificate ofBus;

    /** Registers the partner, generates the tenant's keys, and deploys the endpoints. */
    public SecuredTenant(BusUnderLoad bus, Path folder) throws Exception {
        sender = bus.senders().get(0);
        partner = new Partner(folder);
        RestClient rest = new RestClient(bus.home());
        BusHome.Credentials administrator = new BusHome.Credentials("load-1/sender", sender.password());
        String base = "/tenants/" + sender.tenant();
        post(
                rest,
                administrator,
                base + "/users/" + sender.user() + "/certificates",
                "{\"name\":\"partner\",\"certificate\":" + quoted(partner.pem()) + ",\"request\":"
                        + quoted(partner.certificateRequest(sender.user())) + "}");
        forBus = key(rest, administrator, base, "DECRYPT");
        ofBus = key(rest, administrator, base, "SIGN");
        AdministrationClient.Tenant owner =
                new AdministrationClient.Tenant("load-1", sender.tenant(), "sender", sender.user(), sender.password());
        try (AdministrationClient administration = bus.administration()) {
            for (Protection protection : Protection.values()) {
                administration.deploy(owner, archive(protection, bus.backEndUrl()));
            }
        }
    }

    private static byte[] archive(Protection protection, String backEnd) {
        return AssemblyArchive.httpAssembly(
                protection.endpoint(), """
                <beans xmlns:http="http://servicemix.apache.org/http/1.0" xmlns:b="urn:esbmt:load">
                  <http:soap-consumer service="b:Secured" endpoint="%1$s" targetService="b:SecuredBackEnd"
                                      targetEndpoint="%1$s" %2$s/>
                  <http:soap-provider service="b:SecuredBackEnd" endpoint="%1$s" locationURI="%3$s"/>
                </beans>
                """.formatted(protection.endpoint(), protection.attributes, backEnd));
    }

    private static X509Certificate key(RestClient rest, BusHome.Credentials administrator, String base, String purpose)
            throws Exception {
        String generated = post(
                rest,
                administrator,
                base + "/keys",
                "{\"name\":\"" + purpose.toLowerCase(Locale.ROOT) + "\",\"purpose\":\"" + purpose
                        + "\",\"algorithm\":\"RSA_2048\",\"subject\":\"CN=bus\"}");
        Matcher pem = Pattern.compile("\"certificates\":\"([^\"]*)\"").matcher(generated);
        if (!pem.find()) {
            throw new IOException("the answer has no certificate: " + generated);
        }
        return Partner.certificate(
                pem.group(1).replace("\\r", "").replace("\\n", "\n").replace("\\/", "/"));
    }

    private static String post(RestClient rest, BusHome.Credentials administrator, String path, String json)
            throws IOException, InterruptedException {
        HttpResponse<String> answer = rest.send(administrator, "POST", path, "application/json", json.getBytes(UTF_8));
        if (answer.statusCode() / 100 != 2) {
            throw new IOException("REST answers " + answer.statusCode() + ": " + answer.body());
        }
        return answer.body();
    }

    private static String quoted(String text) {
        return '"' + text.replace("\r", "").replace("\n", "\\n") + '"';
    }

    Partner partner() {
        return partner;
    }

    public String path(Protection protection) {
        return "/tenant-services/" + sender.tenant() + "/Secured/" + protection.endpoint();
    }

    /** The processor's time of the four RSA operations in a message of the gateway and its answer, in microseconds. */
    public double rsaMicros() throws Exception {
        RsaFloor floor = new RsaFloor(partner);
        RsaFloor.Micros unused = floor.measure(); // for the compilers
        RsaFloor.Micros rsa = floor.measure();
        return rsa.unwrap() + rsa.verify() + rsa.wrap() + rsa.sign();
    }

    /** The partner's message, another one at each call. */
    public byte[] secure(Protection protection, byte[] plain) throws Exception {
        return partner.secure(plain, protection == Protection.GATEWAY ? Optional.of(forBus) : Optional.empty());
    }

    /**
     * Verifies an answer.
     *
     * @throws Exception if the bus has not signed and encrypted it for the partner
     */
    public void verify(String answer) throws Exception {
        partner.verify(answer, ofBus);
    }
}
