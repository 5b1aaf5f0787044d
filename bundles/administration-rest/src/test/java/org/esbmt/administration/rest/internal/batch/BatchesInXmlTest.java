package org.esbmt.administration.rest.internal.batch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import org.esbmt.administration.api.batch.BatchText;
import org.esbmt.administration.rest.internal.RestBus;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Batches in XML over the API, alone and with archives in a form. */
class BatchesInXmlTest {
    private static final String FORM = "multipart/form-data; boundary=xYz";

    @TempDir
    Path data;

    private RestBus bus;
    private String tenant;

    @BeforeEach
    void start() throws Exception {
        bus = new RestBus(data);
        tenant = bus.tenant("acme");
    }

    private String adds(String login) {
        return "<batch xmlns=\"urn:esbmt:batch:1\"><addUser tenant=\"" + tenant + "\" login=\"" + login
                + "\" password=\"" + RestBus.PASSWORD + "\" roles=\"TENANT_USER\"/></batch>";
    }

    private String deploys(String archive) {
        return "<batch xmlns=\"urn:esbmt:batch:1\"><registerService tenant=\"" + tenant
                + "\" name=\"Orders\" version=\"1\" wsdl=\"" + archive + "\"/></batch>";
    }

    private RestBus.Client xml(String text) {
        return bus.as("acme/boss").body("application/xml", text.getBytes(UTF_8));
    }

    private RestBus.Client form(String... parts) {
        return bus.as("acme/boss").body(FORM, (String.join("", parts) + "--xYz--\r\n").getBytes(UTF_8));
    }

    private static String part(String head, String content) {
        return "--xYz\r\nContent-Disposition: form-data; " + head + "\r\n\r\n" + content + "\r\n";
    }

    private static String batch(String text) {
        return part("name=\"batch\"; filename=\"acme.xml\"", text);
    }

    private static String archive(String name, String content) {
        return part("name=\"archive\"; filename=\"" + name + "\"", content);
    }

    private long users() {
        return bus.as("acme/boss").get("/tenants/" + tenant + "/users").is(200).number("total");
    }

    @Test
    void theXmlIsPlannedAndMade() {
        xml(adds("nina")).post("/batches?dryRun=true").is(200);
        assertThat(users()).isEqualTo(1);

        assertThat(xml(adds("nina")).post("/batches").is(200).body()).contains("\"addUser\"", "nina");
        assertThat(users()).isEqualTo(2);
    }

    @Test
    void aFormHasTheXmlAndItsFiles() {
        form(batch(adds("nina"))).post("/batches").is(200);
        assertThat(users()).isEqualTo(2);

        form(batch(deploys("docs/orders.wsdl")), archive("docs/orders.wsdl", "no wsdl\r\n--xY"))
                .post("/batches?dryRun=true")
                .refuses(400, "invalid", "step 1");
    }

    @Test
    void aFileThatIsMissingIsNamed() {
        form(batch(deploys("orders.wsdl")), archive("other.wsdl", "x"))
                .post("/batches")
                .refuses(400, "invalid", "step 1: the archive 'orders.wsdl' was not given");
        xml(deploys("orders.wsdl")).post("/batches").refuses(400, "invalid", "'orders.wsdl' was not given");
    }

    @Test
    void aFileThatNoStepNamesIsRefused() {
        for (String query : new String[] {"", "?dryRun=true"}) {
            form(batch(adds("nina")), archive("orders.zip", "PK"))
                    .post("/batches" + query)
                    .refuses(400, "invalid", "no step names the archive 'orders.zip'");
            bus.as("acme/boss")
                    .json("{'steps': [{'lockUser': {'tenant': '" + tenant
                            + "', 'login': 'boss'}}], 'files': {'Orders.zip': 'UEs='}}")
                    .post("/batches" + query)
                    .refuses(400, "invalid", "no step names the archive 'Orders.zip'");
        }
        form(batch(deploys("orders.wsdl")), archive("orders.wsdl", "x"), archive("../orders.wsdl", "x"))
                .post("/batches")
                .refuses(400, "invalid", "no step names the archive '../orders.wsdl'");
        assertThat(users()).isEqualTo(1);
    }

    @Test
    void doubledAndUnknownPartsAreRefused() {
        form(batch(adds("nina")), batch(adds("olga"))).post("/batches").refuses(400, "invalid", "twice");
        form(batch(adds("nina")), archive("a", "1"), archive("a", "2"))
                .post("/batches")
                .refuses(400, "invalid", "two parts archive have the file name 'a'");
        form(batch(adds("nina")), part("name=\"archive\"", "1"))
                .post("/batches")
                .refuses(400, "invalid", "file name");
        form(batch(adds("nina")), part("name=\"dryRun\"", "true"))
                .post("/batches")
                .refuses(400, "invalid", "no other one");
        form(archive("a", "1")).post("/batches").refuses(400, "invalid", "the part batch is missing");
        assertThat(users()).isEqualTo(1);
    }

    @Test
    void aBrokenFormIsRefused() {
        String whole = batch(adds("nina")) + "--xYz--";
        for (String broken : new String[] {
            "",
            "--xYz",
            whole.substring(0, whole.length() - 1),
            whole.substring(0, whole.length() / 2),
            " " + whole,
            whole + "more",
            whole.replace("Content-Disposition", "Content-Place"),
            whole.replace("form-data; name", "attachment; name"),
            whole.replace("\r\n\r\n", "\r\nContent-Disposition: form-data; name=\"archive\"\r\n\r\n"),
            whole.replace("\r\n\r\n", "\r\nContent-Transfer-Encoding: base64\r\n\r\n"),
        }) {
            assertThat(bus.as("acme/boss")
                            .body(FORM, broken.getBytes(UTF_8))
                            .post("/batches")
                            .is(400)
                            .body())
                    .as(broken)
                    .doesNotContain(RestBus.PASSWORD);
        }
        for (String type : new String[] {
            "multipart/form-data", "multipart/form-data; boundary=", "multipart/mixed; boundary=xYz", "text/xml"
        }) {
            RestBus.Client client = bus.as("acme/boss").body(type, whole.getBytes(UTF_8));
            assertThat(client.post("/batches").body()).as(type).containsAnyOf("\"status\":415", "\"status\":400");
        }
        assertThat(users()).isEqualTo(1);
    }

    @Test
    void aLargeBatchIsRefused() throws Exception {
        byte[] text = new byte[BatchText.MAX_BYTES + 1];
        Arrays.fill(text, (byte) ' ');
        bus.as("acme/boss")
                .body("application/xml", text)
                .post("/batches")
                .refuses(413, "content-too-large", "at most " + BatchText.MAX_BYTES);

        ByteArrayOutputStream form = new ByteArrayOutputStream();
        form.writeBytes(batch(adds("nina")).getBytes(UTF_8));
        form.writeBytes(archive("a", new String(new char[(int) MultipartBatch.MAX_BYTES]))
                .getBytes(UTF_8));
        bus.as("acme/boss")
                .body(FORM, form.toByteArray())
                .post("/batches")
                .refuses(413, "content-too-large", "at most " + MultipartBatch.MAX_BYTES);
        assertThat(users()).isEqualTo(1);
    }

    @Test
    void theXmlHasNoDocumentTypeAndIsUtf8() {
        String evil = "<!DOCTYPE batch [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>" + adds("&e;");
        assertThat(xml(evil).post("/batches").is(400).body()).doesNotContain("root:");
        bus.as("acme/boss")
                .body("application/xml", new byte[] {'<', (byte) 0xff})
                .post("/batches")
                .refuses(400, "invalid", "no UTF-8");
        assertThat(users()).isEqualTo(1);
    }
}
