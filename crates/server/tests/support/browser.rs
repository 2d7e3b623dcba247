//! Somebody with a browser: keeps the session's cookie and sends the header of our page.

use super::described;
use reqwest::{Client, Method, RequestBuilder, StatusCode};
use serde_json::Value;
use std::net::SocketAddr;

/// A browser; a clone shares nothing with the first from then on.
#[derive(Clone)]
pub struct Browser {
    client: Client,
    base: String,
    /// The cookie as it is sent, `grognard=...`.
    pub cookie: Option<String>,
    /// The cookie as it was last set, with all its attributes.
    pub set_cookie: Option<String>,
    /// A bearer token.
    pub bearer: Option<String>,
}

impl Browser {
    /// A browser that has never been here.
    pub fn new(server: SocketAddr) -> Browser {
        let client = Client::builder().no_proxy().build().expect("an HTTP client");
        Browser { client, base: format!("http://{server}"), cookie: None, set_cookie: None, bearer: None }
    }

    /// Begins a request by hand.
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let mut request = self.client.request(method, format!("{}{path}", self.base)).header("x-grognard", "page");
        if let Some(cookie) = &self.cookie {
            request = request.header("cookie", cookie);
        }
        if let Some(token) = &self.bearer {
            request = request.bearer_auth(token);
        }
        request
    }

    /// Sends a request; the status and the JSON of the answer, `null` where it is empty. It is what the
    /// description says.
    pub async fn send(&mut self, request: RequestBuilder) -> (StatusCode, Value) {
        let request = request.build().expect("a request");
        let (method, path) = (request.method().to_string(), request.url().path().to_string());
        let answer = self.client.execute(request).await.expect("the server answers");
        if let Some(set) = answer.headers().get("set-cookie").map(|value| value.to_str().expect("a cookie").to_string())
        {
            let pair = set.split(';').next().unwrap_or_default().to_string();
            self.cookie = (!pair.ends_with('=')).then_some(pair);
            self.set_cookie = Some(set);
        }
        let status = answer.status();
        let text = answer.text().await.expect("a whole answer");
        let value = if text.is_empty() { Value::Null } else { serde_json::from_str(&text).expect("an answer in JSON") };
        described::check(&method, &path, status.as_u16(), &value);
        (status, value)
    }

    /// Asks for something.
    pub async fn get(&mut self, path: &str) -> (StatusCode, Value) {
        self.send(self.request(Method::GET, path)).await
    }

    /// Changes something.
    pub async fn change(&mut self, method: Method, path: &str, body: Value) -> (StatusCode, Value) {
        self.send(self.request(method, path).json(&body)).await
    }

    /// Posts something.
    pub async fn post(&mut self, path: &str, body: Value) -> (StatusCode, Value) {
        self.change(Method::POST, path, body).await
    }

    /// Deletes something.
    pub async fn delete(&mut self, path: &str) -> (StatusCode, Value) {
        self.send(self.request(Method::DELETE, path)).await
    }
}
