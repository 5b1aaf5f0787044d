package org.esbmt.suite.management;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

/** A server that answers each line with another one. */
final class LineServer implements AutoCloseable {
    private final ServerSocket listener = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
    private final UnaryOperator<String> answer;

    private LineServer(UnaryOperator<String> answer) throws IOException {
        this.answer = answer;
    }

    static LineServer start(UnaryOperator<String> answer) throws IOException {
        LineServer server = new LineServer(answer);
        SlowLink.start("line server", server::accept);
        return server;
    }

    int port() {
        return listener.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                SlowLink.start("lines", () -> serve(socket));
            }
        } catch (IOException e) {
            // The test has ended.
        }
    }

    private void serve(Socket socket) {
        try (socket;
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                socket.getOutputStream().write((answer.apply(line) + "\n").getBytes(StandardCharsets.US_ASCII));
            }
        } catch (IOException e) {
            // The client has gone.
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
