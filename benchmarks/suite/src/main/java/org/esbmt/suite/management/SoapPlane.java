package org.esbmt.suite.management;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.Soap;

/** Administration over SOAP 1.1 with a user name token, on one connection of HTTP/1.1 with TLS. */
final class SoapPlane implements Plane {
    private static final String OASIS = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-";
    private static final Pattern HARD = Pattern.compile("<(?:[^\\s<>/:]+:)?hard>(\\d+)</");

    private final AdministrationHttp http;
    private final String tenantId;
    private final BusHome.Credentials by;

    SoapPlane(AdministrationHttp http, Assignment assignment) {
        this.http = http;
        this.tenantId = assignment.tenantId();
        this.by = assignment.administrator();
    }

    @Override
    public long readQuota() throws IOException, InterruptedException {
        HttpResponse<String> answer = call("showQuota", quota());
        Matcher hard = HARD.matcher(answer.body());
        if (answer.statusCode() != 200 || !hard.find()) {
            throw new IOException("the quota cannot be read: " + answer.statusCode() + " " + answer.body());
        }
        return Long.parseLong(hard.group(1));
    }

    @Override
    public void changeQuota(long hard, String request) throws IOException, InterruptedException, RefusedException {
        change("changeQuota", quota() + element("hard", Long.toString(hard)), request);
    }

    @Override
    public void batch(List<Long> hards, String request) throws IOException, InterruptedException, RefusedException {
        change("submitBatch", element("batch", BatchText.of(tenantId, Assignment.RESOURCE, hards)), request);
    }

    private String quota() {
        return element("tenantId", tenantId) + element("resource", Assignment.RESOURCE);
    }

    private void change(String operation, String arguments, String request)
            throws IOException, InterruptedException, RefusedException {
        String identified = request.isEmpty() ? arguments : arguments + element("operation", request);
        HttpResponse<String> answer = call(operation, identified);
        if (answer.statusCode() != 200) {
            throw new RefusedException(answer.statusCode() + " " + answer.body());
        }
    }

    private HttpResponse<String> call(String operation, String arguments) throws IOException, InterruptedException {
        String security = "<wsse:Security xmlns:wsse=\"" + OASIS
                + "wssecurity-secext-1.0.xsd\" soap:mustUnderstand=\"1\"><wsse:UsernameToken>"
                + element("wsse:Username", by.login()) + "<wsse:Password Type=\"" + OASIS
                + "username-token-profile-1.0#PasswordText\">" + escaped(by.password())
                + "</wsse:Password></wsse:UsernameToken></wsse:Security>";
        String body = "<" + operation + " xmlns=\"urn:esbmt:administration:1\">" + arguments + "</" + operation + ">";
        return http.send(http.request(URI.create(http.base() + "/soap/ConfigurationRegistryManager"))
                .header("Content-Type", "text/xml; charset=utf-8")
                .header("SOAPAction", "\"\"")
                .POST(HttpRequest.BodyPublishers.ofString(Soap.envelope(security, body)))
                .build());
    }

    private static String element(String name, String text) {
        return "<" + name + ">" + escaped(text) + "</" + name + ">";
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    @Override
    public void close() {
        http.close();
    }
}
